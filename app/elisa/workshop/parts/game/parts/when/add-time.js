// @ts-check
"use strict";

// {{rule_comment}}: the clock gets more time.
game.on({{event}}, () => {
  game.send("time", {{amount}});
});
