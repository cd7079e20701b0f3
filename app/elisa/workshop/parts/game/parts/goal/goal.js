// @ts-check
"use strict";

// The goal: with {{target}} points the game is won.
game.on("point", (/** @type {number} */ points) => {
  if (points >= {{target}}) game.win();
});
