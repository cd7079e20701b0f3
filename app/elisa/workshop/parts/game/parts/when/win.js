// @ts-check
"use strict";

// {{rule_comment}}: the game is won.
game.on({{event}}, () => {
  game.win();
});
