// @ts-check
"use strict";

// The four arrow keys (or W, A, S and D) move the {{hero_comment}}.
{
  const speed = {{speed}};
  /** What each key does: sideways and downward. @type {Record<string, number[]>} */
  const directions = {
    ArrowLeft: [-1, 0],
    KeyA: [-1, 0],
    a: [-1, 0],
    ArrowRight: [1, 0],
    KeyD: [1, 0],
    d: [1, 0],
    ArrowUp: [0, -1],
    KeyW: [0, -1],
    w: [0, -1],
    ArrowDown: [0, 1],
    KeyS: [0, 1],
    s: [0, 1],
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
    let down = 0;
    for (const name of held) {
      sideways += directions[name][0];
      down += directions[name][1];
    }
    game.hero.speedX = Math.sign(sideways) * speed;
    game.hero.speedY = Math.sign(down) * speed;
  });
}
