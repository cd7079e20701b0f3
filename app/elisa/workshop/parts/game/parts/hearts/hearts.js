// @ts-check
"use strict";

// Hearts: each {{hurt_comment}} costs {{cost}}. Without a heart the game is over.
{
  const most = {{hearts}};
  const row = document.querySelector('[data-show="lives"]');
  let hearts = most;

  const show = () => {
    if (!(row instanceof HTMLElement)) return;
    row.dataset.value = String(hearts);
    const number = row.querySelector(".only-heard");
    if (number) number.textContent = String(hearts);
    row.querySelectorAll("img").forEach((heart, place) => heart.classList.toggle("lost", place >= hearts));
  };

  /** @param {number} change */
  const add = (change) => {
    if (game.state !== "playing") return;
    hearts = Math.max(Math.min(hearts + change, most), 0);
    show();
    game.say({{hearts_left}}.replace("{n}", String(hearts)));
    game.send("heart", hearts);
    if (hearts === 0) game.lose();
  };

  game.on("start", () => {
    hearts = most;
    show();
  });
  game.on({{hurt_by}}, () => add(-{{cost}}));
  game.on("hearts", add);
}
