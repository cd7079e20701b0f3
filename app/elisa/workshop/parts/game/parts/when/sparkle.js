// @ts-check
"use strict";

// {{rule_comment}}: sparkles fly.
game.on({{event}}, () => {
  game.send("sparkle");
});
