// @ts-check
"use strict";

// {{rule_comment}}: the hero turns {{colour_comment}}.
{
  const paint = () => {
    if (!game.hero) return;
    game.hero.element.dataset.colour = {{colour}};
    game.hero.element.style.filter = "sepia(1) saturate(4) hue-rotate({{turn}}deg)";
  };
  const wash = () => {
    if (!game.hero) return;
    delete game.hero.element.dataset.colour;
    game.hero.element.style.filter = "";
  };

  game.on("start", wash);
  game.on({{event}}, paint);
}
