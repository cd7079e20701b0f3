// @ts-check
"use strict";

// {{rule_comment}}: everything gets {{amount}} times as fast.
game.on({{event}}, () => {
  game.speed *= {{amount}};
});
