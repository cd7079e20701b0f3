// @ts-check
"use strict";

// {{rule_comment}}: the hero jumps.
game.on({{event}}, () => {
  game.send("jump-now");
});
