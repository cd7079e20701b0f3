// @ts-check
"use strict";

// {{rule_comment}}: the picture shakes.
game.on({{event}}, () => {
  game.send("shake");
});
