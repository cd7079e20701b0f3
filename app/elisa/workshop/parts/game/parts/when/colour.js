// @ts-check
"use strict";

// {{rule_comment}}: the hero changes its colour.
{
  let turn = 0;
  game.on({{event}}, () => {
    turn += {{amount}};
    if (game.hero) game.hero.element.style.filter = `hue-rotate(${turn}deg)`;
  });
}
