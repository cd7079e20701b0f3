// @ts-check
"use strict";

// The {{hero_comment}} jumps with the space bar, the up arrow, W, or a quick tap.
{
  const gravity = 1500;
  let inTheAir = false;
  let touchedAt = 0;

  const jump = () => {
    if (inTheAir || !game.hero || game.state !== "playing") return;
    inTheAir = true;
    game.hero.speedY = -{{power}};
    game.happen("jump");
  };

  addEventListener("keydown", (event) => {
    const jumps = [" ", "ArrowUp", "w", "W"].includes(event.key);
    if (!jumps || game.state !== "playing") return;
    event.preventDefault();
    if (!event.repeat) jump();
  });
  const stage = document.getElementById("stage");
  stage?.addEventListener("pointerdown", () => (touchedAt = performance.now()));
  stage?.addEventListener("pointerup", (event) => {
    const onButton = event.target instanceof Element && event.target.closest("button");
    if (!onButton && performance.now() - touchedAt < 250) jump();
  });

  // In each step: fall a little faster, until the ground is there.
  game.on("step", (/** @type {number} */ step) => {
    const hero = game.hero;
    if (!hero || !inTheAir) return;
    hero.speedY += gravity * step;
    const onGround = hero.y >= game.ground - hero.size / 2 + {{feet}};
    if (onGround && hero.speedY > 0) {
      hero.speedY = 0;
      inTheAir = false;
    }
  });
  game.on("start", () => (inTheAir = false));
  game.on("jump-now", jump);
}
