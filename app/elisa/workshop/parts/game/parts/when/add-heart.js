// @ts-check
"use strict";

// {{rule_comment}}: a heart comes back.
game.on({{event}}, () => {
  game.send("hearts", 1);
});
