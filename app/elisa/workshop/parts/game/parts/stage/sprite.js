// @ts-check
"use strict";

/**
 * A sprite is a picture that moves on the field. Its x and y are its middle.
 */
class Sprite {
  /** Everything that is on the field now. @type {Set<Sprite>} */
  static all = new Set();

  /**
   * @param {string} picture which picture of the shelf
   * @param {string} word what it is called
   * @param {string} role what it is for: "hero", "hazard" or "treasure"
   * @param {number} size how wide and high it is
   */
  constructor(picture, word, role, size) {
    this.word = word;
    this.size = size;
    this.x = 0;
    this.y = 0;
    /** Sideways and downward speed, in steps a second. */
    this.speedX = 0;
    this.speedY = 0;
    /** Tilt in degrees. */
    this.tilt = 0;
    /** How many points it is worth. */
    this.worth = 1;
    /** When it leaves by itself, in seconds of the game. */
    this.leavesAt = Infinity;
    this.element = document.createElement("div");
    this.element.className = `sprite ${role}`;
    this.element.dataset.thing = word;
    this.element.dataset.role = role;
    this.element.setAttribute("role", "img");
    this.element.setAttribute("aria-label", word);
    this.element.append(Sprite.copy(picture));
    document.getElementById("field")?.append(this.element);
    Sprite.all.add(this);
  }

  /**
   * Take a copy of a picture from the shelf in index.html.
   * @param {string} picture
   */
  static copy(picture) {
    const original = document.querySelector(`#pictures [data-picture="${picture}"]`);
    const copy = original ? original.cloneNode(true) : document.createElement("span");
    return /** @type {HTMLElement} */ (copy);
  }

  /**
   * Do the two touch? Pictures are round-ish, so circles a little smaller than the pictures decide.
   * @param {Sprite} other
   */
  touches(other) {
    const apart = Math.hypot(this.x - other.x, this.y - other.y);
    return apart < (this.size + other.size) * 0.36;
  }

  /**
   * Get bigger (more than 1) or smaller (less than 1), but neither a giant nor a dwarf. The feet stay where they are.
   * @param {number} times
   */
  grow(times) {
    const sizeBefore = this.size;
    this.size = Math.min(Math.max(this.size * times, 36), 220);
    this.y -= (this.size - sizeBefore) / 2;
  }

  /** Show it where it is now. */
  draw() {
    const left = this.x - this.size / 2;
    const top = this.y - this.size / 2;
    this.element.style.width = `${this.size}px`;
    this.element.style.height = `${this.size}px`;
    this.element.style.transform = `translate(${left}px, ${top}px) rotate(${this.tilt}deg)`;
  }

  remove() {
    Sprite.all.delete(this);
    this.element.remove();
  }
}

game.on("draw", () => {
  for (const sprite of Sprite.all) sprite.draw();
});
