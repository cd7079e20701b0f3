// @ts-check
"use strict";

// {{rule_comment}}: everything gets faster.
game.on({{event}}, () => {
  game.hurry({{amount}});
});
