// @ts-check
"use strict";

// {{rule_comment}}: the hero gets smaller.
game.on({{event}}, () => {
  game.hero?.grow(1 / {{amount}});
});
