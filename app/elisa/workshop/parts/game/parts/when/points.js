// @ts-check
"use strict";

// {{rule_comment}}: the points change.
game.on({{event}}, () => {
  game.send("points", {{amount}});
});
