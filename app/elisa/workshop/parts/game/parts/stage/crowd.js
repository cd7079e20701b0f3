// @ts-check
"use strict";

/**
 * A crowd is all things of one kind: they come one after the other, move, and leave.
 * What makes each kind special stands in a file of its own.
 *
 * @typedef {object} Kind
 * @property {string} picture which picture of the shelf
 * @property {string} word what it is called
 * @property {string} role what it is for: "hazard" or "treasure"
 * @property {number} size how wide and high it is
 * @property {number} worth how many points it is worth
 * @property {number} every how many seconds until the next one, more or less
 * @property {number} first how many seconds until the first one
 * @property {string} touch what is sent when the hero touches one
 * @property {string} pass what is sent when one gets away
 * @property {(one: Sprite) => void} begin puts a new one in its place
 * @property {(one: Sprite, step: number) => boolean} move moves one a little; says whether it is gone
 */
class Crowd {
  /** All that are on the field now. @type {Sprite[]} */
  sprites = [];
  wait = 0;

  /** @param {Kind} kind */
  constructor(kind) {
    this.kind = kind;
    game.on("start", () => this.clear());
    game.on("more", () => this.add());
    game.on("step", (/** @type {number} */ seconds) => this.step(seconds));
  }

  add() {
    const { picture, word, role, size, worth } = this.kind;
    const sprite = new Sprite(picture, word, role, size);
    sprite.worth = worth;
    this.kind.begin(sprite);
    sprite.draw();
    this.sprites.push(sprite);
  }

  /** @param {number} seconds */
  step(seconds) {
    if (game.seconds < game.frozenUntil) return;
    this.wait -= seconds * game.speed;
    if (this.wait <= 0) {
      this.add();
      this.wait = game.random(this.kind.every * 0.7, this.kind.every * 1.3);
    }
    for (const sprite of this.sprites) {
      const gone = this.kind.move(sprite, seconds * game.speed);
      const touched = game.hero?.touches(sprite);
      if (touched) game.happen(this.kind.touch, sprite);
      if (gone && !touched) game.happen(this.kind.pass, sprite);
      if (touched || gone) sprite.remove();
    }
    this.sprites = this.sprites.filter((one) => Sprite.all.has(one));
  }

  clear() {
    for (const sprite of this.sprites) sprite.remove();
    this.sprites = [];
    this.wait = this.kind.first;
  }
}
