// @ts-check
"use strict";

// {{rule_comment}}: the game is over.
game.on({{event}}, () => {
  game.lose();
});
