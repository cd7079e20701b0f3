// @ts-check
"use strict";

// {{rule_comment}}: everything gets slower.
game.on({{event}}, () => {
  game.hurry(1 / {{amount}});
});
