// @ts-check
"use strict";

// The left and right arrow keys (or A and D) move the {{hero_comment}}.
{
  const speed = {{speed}};
  /** What each key does: -1 is left, 1 is right. @type {Record<string, number>} */
  const directions = {
    ArrowLeft: -1,
    KeyA: -1,
    a: -1,
    ArrowRight: 1,
    KeyD: 1,
    d: 1,
  };
  /** The keys that are held down now. @type {Set<string>} */
  const held = new Set();
  let steering = false;

  /** @param {KeyboardEvent} event */
  const nameOf = (event) => [event.key, event.code].find((name) => name in directions);

  addEventListener("keydown", (event) => {
    const name = nameOf(event);
    if (!name || game.state !== "playing") return;
    event.preventDefault();
    held.add(name);
  });
  addEventListener("keyup", (event) => {
    held.delete(event.key);
    held.delete(event.code);
  });
  const letGo = () => held.clear();
  addEventListener("blur", letGo);
  game.on("start", letGo);
  game.on("paused", letGo);

  // In each step: go where the held keys point to.
  game.on("step", () => {
    if (!game.hero || (held.size === 0 && !steering)) return;
    steering = held.size > 0;
    let sideways = 0;
    for (const name of held) sideways += directions[name];
    game.hero.speedX = Math.sign(sideways) * speed;
  });
}
