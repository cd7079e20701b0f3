// @ts-check
"use strict";

// {{rule_comment}}: everything but the hero stands still for a while.
{
  const freeze = () => {
    game.frozenUntil = game.seconds + {{amount}};
    document.body.dataset.frozen = "";
  };
  const thaw = () => {
    if (game.seconds >= game.frozenUntil) delete document.body.dataset.frozen;
  };

  game.on({{event}}, freeze);
  game.on("step", thaw);
}
