// @ts-check
"use strict";

// {{rule_comment}}: everything but the hero stands still for {{amount}} seconds.
{
  let speedBefore = 0;
  let until = 0;

  game.on({{event}}, () => {
    if (game.speed > 0) speedBefore = game.speed;
    game.speed = 0;
    until = game.seconds + {{amount}};
  });
  game.on("step", () => {
    if (game.speed > 0 || game.seconds < until) return;
    game.speed = speedBefore;
  });
}
