// @ts-check
"use strict";

// {{rule_comment}}: everything gets {{amount}} times as slow.
game.on({{event}}, () => {
  game.speed /= {{amount}};
});
