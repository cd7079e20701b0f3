// @ts-check
"use strict";

// {{rule_comment}}: the next level begins.
game.on({{event}}, () => {
  game.send("level-up");
});
