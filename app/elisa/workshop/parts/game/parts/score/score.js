// @ts-check
"use strict";

// The score: {{earn_comment}}.
{
  const number = document.querySelector('[data-show="score"]');

  const show = () => {
    if (!(number instanceof HTMLElement)) return;
    number.dataset.value = String(game.score);
    const words = number.querySelector("b");
    if (words) words.textContent = String(game.score);
  };

  /** @param {number} points */
  const add = (points) => {
    game.score = Math.max(game.score + points, 0);
    show();
    game.send("point", game.score);
  };

  game.on("start", show);
  game.on({{earn}}, (/** @type {any} */ thing) => add({{points}} * (thing?.worth ?? 1)));
  game.on("points", add);
}
