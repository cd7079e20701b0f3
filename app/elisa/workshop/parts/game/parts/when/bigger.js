// @ts-check
"use strict";

// {{rule_comment}}: the hero gets bigger.
game.on({{event}}, () => {
  game.hero?.grow({{amount}});
});
