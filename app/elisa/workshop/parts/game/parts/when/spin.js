// @ts-check
"use strict";

// {{rule_comment}}: the hero turns round once.
{
  let left = 0;

  const spin = () => {
    left = 360;
    if (game.hero) game.hero.element.dataset.spinning = "";
  };
  const turn = (/** @type {number} */ seconds) => {
    if (!game.hero || left <= 0) return;
    left = Math.max(left - 450 * seconds, 0);
    game.hero.tilt = left;
    if (left === 0) delete game.hero.element.dataset.spinning;
  };

  game.on({{event}}, spin);
  game.on("step", turn);
}
