// @ts-check
"use strict";

// Sparkles: little bits fly when something happens. They do not fly for players who asked for less movement.
{
  const field = document.getElementById("field");
  const colours = {{colours}};

  /**
   * Throw bits from a place.
   * @param {number} x
   * @param {number} y
   * @param {number} many
   */
  const burst = (x, y, many) => {
    if (game.calm) return;
    const cloud = document.createElement("div");
    cloud.className = "burst";
    cloud.style.transform = `translate(${x}px, ${y}px)`;
    for (let number = 0; number < many; number += 1) {
      const bit = document.createElement("i");
      const turn = (number / many) * Math.PI * 2 + game.random(-0.3, 0.3);
      const far = game.random(34, 78);
      bit.dataset.bit = "";
      bit.style.setProperty("--x", `${Math.cos(turn) * far}px`);
      bit.style.setProperty("--y", `${Math.sin(turn) * far}px`);
      bit.style.background = colours[number % colours.length];
      cloud.append(bit);
    }
    field?.append(cloud);
    setTimeout(() => cloud.remove(), 700);
  };

  /** @param {Sprite} [thing] */
  const cheer = (thing) => burst(thing?.x ?? game.width / 2, thing?.y ?? game.height / 2, 12);

  // A hit shakes the picture for a moment.
  const shake = () => {
    if (game.calm || !field) return;
    field.classList.add("shaking");
    document.body.dataset.shaking = "";
    setTimeout(() => {
      field.classList.remove("shaking");
      delete document.body.dataset.shaking;
    }, 350);
  };

  // Paper falls when the game is won.
  const party = () => {
    for (let number = 0; number < 7; number += 1) {
      const x = (game.width / 7) * (number + 0.5);
      setTimeout(() => burst(x, game.random(game.height * 0.15, game.height * 0.6), 14), number * 120);
    }
  };

  game.on("catch", cheer);
  game.on("right", cheer);
  game.on("level", cheer);
  game.on("sparkle", () => cheer(game.hero ?? undefined));
  game.on("hit", (/** @type {Sprite} */ thing) => {
    burst(thing?.x ?? game.width / 2, thing?.y ?? game.height / 2, 8);
    shake();
  });
  game.on("wrong", shake);
  game.on("shake", shake);
  game.on("won", party);
}
