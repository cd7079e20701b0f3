// @ts-check
"use strict";

// {{rule_comment}}: a sound is heard.
game.on({{event}}, () => {
  game.send("sound", {{tune}});
});
