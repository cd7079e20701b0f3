// @ts-check
"use strict";

// {{rule_comment}}: the hero gets smaller.
game.on({{event}}, () => {
  if (game.hero) game.hero.size = Math.max(game.hero.size / {{amount}}, 36);
});
