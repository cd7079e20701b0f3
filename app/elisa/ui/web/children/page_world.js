// @ts-check
// In the page's own world before any of its scripts: a clock that stands still, dice with a seed, and a way to run a
// function of a test. Everything is taken before the page could change it.
/* global FakeTimers */
{
  const settings = /** @type {{name: string, word: string, now: number, frame: number, seed: number}} */ (
    /** @type {unknown} */ ("SETTINGS")
  );
  const say = console.log.bind(console);
  const { stringify } = JSON;
  const { reportError, MessageChannel } = window;
  const apply = Function.prototype.call.bind(Function.prototype.apply);
  const then = Promise.prototype.then;
  const hasOwn = Object.hasOwn;

  const listen = window.addEventListener.bind(window);

  /** @type {(() => void)[]} */
  const hops = [];
  const channel = new MessageChannel();
  const post = channel.port2.postMessage.bind(channel.port2);
  channel.port1.onmessage = () => hops.shift()?.();
  const later = (/** @type {() => void} */ next) => {
    hops.push(next);
    post(0);
  };

  // fake-timers keeps what is due in a Map of {callAt}
  const clock = FakeTimers.withGlobal(window).install({
    now: settings.now,
    toFake: [
      "setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance",
      "requestAnimationFrame", "cancelAnimationFrame", "requestIdleCallback", "cancelIdleCallback",
    ],
    shouldClearNativeTimers: true,
  });

  let dice = settings.seed >>> 0;
  Math.random = function random() {
    dice = (dice + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(dice ^ (dice >>> 15), dice | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  const tell = (/** @type {Record<string, unknown>} */ message) => {
    let text;
    try {
      text = stringify(message);
    } catch {
      text = stringify({ token: message.token, error: "the answer cannot be written as JSON" });
    }
    say(settings.word + text);
  };

  const soonest = () => {
    let next = Infinity;
    for (const { callAt = Infinity } of clock.timers?.values() ?? []) next = callAt < next ? callAt : next;
    return next;
  };

  // One step towards `goal`: the timers of one moment. Steps are tasks of their own, so promises settle in between.
  let goal = clock.now;
  const step = () => {
    const next = soonest();
    try {
      clock.tick(next > clock.now ? Math.min(next, goal) - clock.now : 0);
      if (next <= clock.now && clock.now < goal && soonest() <= clock.now) clock.tick(1);
    } catch (problem) {
      reportError(problem);
    }
    return clock.now >= goal;
  };
  listen(`${settings.word}-frame`, () => { goal = clock.now + settings.frame; });
  listen(`${settings.word}-step`, (/** @type {Event} */ event) => { if (!step()) event.preventDefault(); });

  const advance = (/** @type {number} */ token, /** @type {number} */ ms) => {
    goal = clock.now + ms;
    const go = () => {
      if (step()) tell({ token, value: null, now: clock.now });
      else later(go);
    };
    later(go);
  };

  const explain = (/** @type {unknown} */ problem) => {
    try {
      return `${problem}`;
    } catch {
      return "an error that cannot be shown";
    }
  };

  const run = (/** @type {number} */ token, /** @type {() => unknown} */ body) => {
    const done = (/** @type {unknown} */ value) => tell({ token, value: value === undefined ? null : value });
    const failed = (/** @type {unknown} */ problem) => tell({ token, error: explain(problem) });
    try {
      const value = body();
      if (value instanceof Promise) apply(then, value, [done, failed]);
      else done(value);
    } catch (problem) {
      failed(problem);
    }
  };

  if (!hasOwn(window, settings.name)) {
    Object.defineProperty(window, settings.name, { value: Object.freeze({ advance, run }), enumerable: false });
  }
}
