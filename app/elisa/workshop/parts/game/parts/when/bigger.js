// @ts-check
"use strict";

// {{rule_comment}}: the hero gets bigger.
game.on({{event}}, () => {
  if (game.hero) game.hero.size = Math.min(game.hero.size * {{amount}}, 220);
});
