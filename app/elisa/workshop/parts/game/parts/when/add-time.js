// @ts-check
"use strict";

// {{rule_comment}}: {{amount}} seconds more.
game.on({{event}}, () => {
  game.send("time", {{amount}});
});
