// @ts-check
"use strict";

// {{rule_comment}}: the score changes by {{amount}}.
game.on({{event}}, () => {
  game.send("points", {{amount}});
});
