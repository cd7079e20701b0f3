// @ts-check
"use strict";

// {{rule_comment}}: a heart goes.
game.on({{event}}, () => {
  game.send("hearts", -1);
});
