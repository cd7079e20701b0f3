// @ts-check
"use strict";

// The {{hero_comment}} follows a finger or the mouse.
{
  const fastest = {{speed}};
  /** "side": only to the left and to the right; "all": everywhere. @type {string} */
  const mode = "{{mode}}";
  /** "hover": the mouse leads wherever it goes; "pointer": only while its button is down. @type {string} */
  const follow = "{{follow}}";
  const stage = document.getElementById("stage");
  const world = document.getElementById("world");
  /** Where the hero should go, or null. @type {{x: number, y: number} | null} */
  let target = null;

  /** @param {PointerEvent} event */
  const aim = (event) => {
    if (game.state !== "playing" || !world) return;
    const box = world.getBoundingClientRect();
    const zoom = box.width / game.width;
    target = { x: (event.clientX - box.left) / zoom, y: (event.clientY - box.top) / zoom };
  };

  stage?.addEventListener("pointerdown", aim);
  stage?.addEventListener("pointermove", (event) => {
    if (event.buttons > 0 || (follow === "hover" && event.pointerType === "mouse")) aim(event);
  });
  addEventListener("keydown", () => (target = null));
  addEventListener("blur", () => (target = null));
  game.on("start", () => (target = null));

  // In each step: go towards the target, and stop there.
  game.on("step", (/** @type {number} */ step) => {
    const hero = game.hero;
    if (!hero || !target) return;
    const half = hero.size / 2;
    const wayX = Math.max(half, Math.min(game.width - half, target.x)) - hero.x;
    const wayY = mode === "all" ? Math.max(half + 70, Math.min(game.ground - half, target.y)) - hero.y : 0;
    const far = Math.hypot(wayX, wayY);
    const speed = far < 1 ? 0 : Math.min(fastest, far / step);
    hero.speedX = speed && (wayX / far) * speed;
    if (mode === "all") hero.speedY = speed && (wayY / far) * speed;
    if (far < 1) target = null;
  });
}
