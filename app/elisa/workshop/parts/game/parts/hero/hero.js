// @ts-check
"use strict";

// {{hero_comment}}: the hero. It stands here and waits to be moved.
{
  const size = {{size}};
  const {{hero_id}} = new Sprite({{hero_picture}}, {{hero_word}}, "hero", size);
  let groundBefore = game.ground;
  const shadow = document.createElement("div");
  shadow.className = "shadow";
  document.getElementById("field")?.prepend(shadow);
  game.hero = {{hero_id}};

  // At the start the {{hero_comment}} stands in the middle, on the ground.
  const stand = () => {
    {{hero_id}}.size = size;
    {{hero_id}}.x = game.width / 2;
    {{hero_id}}.y = game.ground - {{hero_id}}.size / 2 + {{feet}};
    {{hero_id}}.speedX = 0;
    {{hero_id}}.speedY = 0;
    {{hero_id}}.draw();
  };

  // Move, but never leave the picture.
  const move = (/** @type {number} */ seconds) => {
    const half = {{hero_id}}.size / 2;
    const lowest = game.ground - half + {{feet}};
    {{hero_id}}.x += {{hero_id}}.speedX * seconds;
    {{hero_id}}.y += {{hero_id}}.speedY * seconds;
    {{hero_id}}.x = Math.min(Math.max({{hero_id}}.x, half), game.width - half);
    {{hero_id}}.y = Math.min(Math.max({{hero_id}}.y, half + 70), lowest);
  };

  // Look to where it goes, and throw a shadow on the ground.
  const show = () => {
    const walks = Math.abs({{hero_id}}.speedX) > 20 && game.state === "playing";
    {{hero_id}}.element.classList.toggle("moving", walks);
    if (walks) {{hero_id}}.element.classList.toggle("left", {{hero_id}}.speedX < 0);
    const high = game.ground - {{hero_id}}.y - {{hero_id}}.size / 2;
    const width = {{hero_id}}.size * Math.max(0.8 - high / 700, 0.3);
    const left = {{hero_id}}.x - width / 2;
    shadow.style.width = `${width}px`;
    shadow.style.transform = `translate(${left}px, ${game.ground - 7}px)`;
  };

  // When the window changes, the {{hero_comment}} stays as high above the ground as it was.
  const fit = () => {
    {{hero_id}}.y += game.ground - groundBefore;
    groundBefore = game.ground;
    if (game.state === "ready") stand();
    move(0);
    show();
  };

  {{hero_id}}.element.addEventListener("pointerdown", () => game.send("tap", {{hero_id}}));
  game.on("fit", fit);
  game.on("start", stand);
  game.on("step", move);
  game.on("draw", show);
}
