// @ts-check
"use strict";

/**
 * The stage keeps the time and knows whether the game is ready, playing, paused, over or won.
 * The parts of the game talk to each other through it:
 *   game.on("hit", ...)    listen: do something whenever there is a hit
 *   game.send("hit", ...)  tell everybody who listens
 */
class Stage {
  /** The parts that listen, by the name of what they wait for. @type {Map<string, Function[]>} */
  listeners = new Map();
  state = "ready";
  width = 800;
  height = 480;
  /** Where the ground is, counted from the top. */
  ground = 430;
  /** Seconds played so far. */
  seconds = 0;
  /** How fast everything is: 1 is normal, 2 is twice as fast. */
  speed = 1;
  score = 0;
  /** Until this second everything but the hero stands still. */
  frozenUntil = 0;
  /** The hero, as soon as there is one. @type {Sprite | null} */
  hero = null;
  /** True if the player asked the computer for less movement. */
  calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  timeBefore = 0;
  timeLeft = 0;
  nextFrame = 0;

  /**
   * Listen: call `action` each time that `name` is sent.
   * @param {string} name
   * @param {Function} action
   */
  on(name, action) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), action]);
  }

  /**
   * Tell all parts that something happened. Says how many of them listened.
   * @param {string} name
   * @param {any} [detail]
   */
  send(name, detail) {
    const actions = this.listeners.get(name) ?? [];
    for (const action of actions) action(detail);
    return actions.length;
  }

  /**
   * Something happened in the game, perhaps with a thing: "hit" is sent, and "hit acorn" too.
   * @param {string} name
   * @param {Sprite} [thing]
   */
  happen(name, thing) {
    document.body.dataset.last = name;
    this.send(name, thing);
    if (thing) this.send(`${name} ${thing.word}`, thing);
  }

  /** The page is loaded: show the start screen, or play at once if there is none. */
  open() {
    this.fit();
    this.send("fit");
    if (!this.send("open")) this.start();
  }

  start() {
    this.seconds = 0;
    this.speed = 1;
    this.hurry(1);
    this.frozenUntil = 0;
    this.score = 0;
    this.timeLeft = 0;
    this.fit();
    this.send("start");
    this.play();
  }

  /** Let the time run. */
  play() {
    this.enter("playing");
    this.timeBefore = performance.now();
    cancelAnimationFrame(this.nextFrame);
    this.nextFrame = requestAnimationFrame((now) => this.frame(now));
    document.getElementById("stage")?.focus({ preventScroll: true });
  }

  pause() {
    if (this.state === "playing") this.enter("paused");
  }

  win() {
    if (this.state === "playing") this.enter("won");
  }

  lose() {
    if (this.state === "playing") this.enter("over");
  }

  /**
   * Make everything faster (more than 1) or slower (less than 1).
   * @param {number} times
   */
  hurry(times) {
    this.speed = Math.min(Math.max(this.speed * times, 0.2), 5);
    document.body.dataset.speed = this.speed.toFixed(2);
  }

  /** @param {string} state */
  enter(state) {
    this.state = state;
    document.body.dataset.state = state;
    this.send(state);
  }

  /**
   * One picture of the film. However fast the computer is, the game moves on in steps of 1/60 second.
   * @param {number} now
   */
  frame(now) {
    const step = 1 / 60;
    this.timeLeft = Math.min(this.timeLeft + (now - this.timeBefore) / 1000, 0.25);
    this.timeBefore = now;
    while (this.timeLeft >= step && this.state === "playing") {
      this.timeLeft -= step;
      this.tick(step);
    }
    this.send("draw");
    if (this.state === "playing") this.nextFrame = requestAnimationFrame((next) => this.frame(next));
  }

  /** @param {number} step */
  tick(step) {
    const secondsBefore = Math.floor(this.seconds);
    this.seconds += step;
    this.send("step", step);
    const seconds = Math.floor(this.seconds);
    if (seconds === secondsBefore) return;
    this.send("second", seconds);
    // Who listens to "every 5" is called at 5, 10, 15 ... seconds.
    for (const name of this.listeners.keys()) {
      if (name.startsWith("every ") && seconds % Number(name.slice(6)) === 0) this.send(name, seconds);
    }
  }

  /** Make the world as big as the window: 480 high if the window is wide, 480 wide if it is tall. */
  fit() {
    const shape = innerWidth / innerHeight;
    const tall = shape < 1;
    this.width = tall ? 480 : Math.min(Math.max(480 * shape, 640), 1200);
    this.height = tall ? Math.min(Math.max(480 / shape, 600), 1040) : Math.max(480, 640 / shape);
    // A scene is drawn 1000 wide and 480 high; it grows so that it always reaches from edge to edge.
    const sceneHeight = tall ? (this.height * 2) / 3 : Math.max(480, this.width * 0.48);
    this.ground = this.height - sceneHeight * 0.1;
    const zoom = Math.min(innerWidth / this.width, innerHeight / this.height);
    const style = document.documentElement.style;
    style.setProperty("--width", `${this.width}px`);
    style.setProperty("--height", `${this.height}px`);
    style.setProperty("--scene-height", `${sceneHeight}px`);
    style.setProperty("--zoom", `${zoom}`);
  }

  /**
   * Say something to people who listen to the page instead of looking at it.
   * @param {string} words
   */
  say(words) {
    const news = document.getElementById("news");
    if (news) news.textContent = words;
  }

  /**
   * A number by chance, between two others.
   * @param {number} from
   * @param {number} to
   */
  random(from, to) {
    return from + Math.random() * (to - from);
  }
}

const game = new Stage();
addEventListener("resize", () => {
  game.fit();
  game.send("fit");
  game.send("draw");
});
// "key x" is sent when the key X is pressed.
addEventListener("keydown", (event) => {
  if (!event.repeat && game.state === "playing") game.send(`key ${event.key.toLowerCase()}`);
});
addEventListener("DOMContentLoaded", () => game.open());
