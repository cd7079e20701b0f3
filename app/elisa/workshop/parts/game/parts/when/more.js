// @ts-check
"use strict";

// {{rule_comment}}: one more thing comes.
game.on({{event}}, () => {
  game.send("more");
});
