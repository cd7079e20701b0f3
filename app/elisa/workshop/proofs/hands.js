//# start
// Start the game as a player does: with the Enter key.
async function start(page) {
  if ((await state(page)) === "ready") await page.press("Enter");
  await page.until(async () => (await state(page)) === "playing", { within: 2000, what: "the game starts" });
}
//# state
// What the game is doing: ready, playing, paused, over or won.
const state = (page) => page.attribute("body", "data-state");
//# number
// A number that stands on the screen: score, lives, level, time, best.
async function number(page, name) {
  const shown = `[data-show="${name}"]`;
  check((await page.count(shown)) > 0, `the page shows no ${name}`);
  return Number(await page.attribute(shown, "data-value"));
}
//# places
// Where things are: the middle of each.
const places = (page, selector) =>
  page.evaluate((wanted) => {
    const found = [...document.querySelectorAll(wanted)].map((one) => one.getBoundingClientRect());
    return found.map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
  }, selector);
//# sight
// One look at the screen: what the game is doing, its numbers, where the hero and the things are.
const sight = (page, selector) =>
  page.evaluate((wanted) => {
    const middle = (one) => {
      const box = one.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, wide: box.width, high: box.height };
    };
    const counted = (name) => {
      const chip = document.querySelector(`[data-show="${name}"]`);
      return chip ? Number(chip.getAttribute("data-value")) : null;
    };
    const { state: now, last, speed } = document.body.dataset;
    const said = document.querySelector("[data-say]:not([hidden])")?.textContent ?? "";
    const marks = ["[data-spinning]", "[data-shaking]", "[data-frozen]"].map((mark) => document.querySelector(mark) !== null);
    const [spinning, shaking, frozen] = marks;
    const [score, lives, level, time] = ["score", "lives", "level", "time"].map(counted);
    const hero = document.querySelector('[data-role="hero"]');
    const things = [...document.querySelectorAll(wanted)].map(middle);
    const numbers = { score, lives, level, time, speed: Number(speed ?? 1), width: innerWidth };
    return { state: now, last, said, spinning, shaking, frozen, ...numbers, hero: hero && middle(hero), things };
  }, selector);
//# step
// One small step to the left or to the right, or none.
async function step(page, apart) {
  if (Math.abs(apart) < 14) {
    await page.advance(100);
    return 100;
  }
  const time = Math.round(Math.min(Math.max(Math.abs(apart) * 2.2, 40), 300));
  await page.hold(apart > 0 ? "ArrowRight" : "ArrowLeft", time);
  return time;
}
//# reaches
// Is a thing right above the hero, or on it? It may be gone as soon as it touches.
const reaches = (thing, hero) =>
  Math.abs(thing.x - hero.x) < (thing.wide + hero.wide) * 0.3 && Math.abs(thing.y - hero.y) < (thing.high + hero.high) * 0.6;
//# meet
// Run to the things until something has happened. What comes of the first touch does not come after eight either.
async function meet(page, selector, happened, what, seconds = 60, most = Infinity) {
  let [seen, touching, touches] = [false, false, 0];
  for (let time = 0; time < seconds * 1000; ) {
    const now = await sight(page, selector);
    if (happened(now)) return;
    seen = seen || now.things.length > 0;
    check(seen || time < 12000, "nothing comes");
    check(now.hero, "there is no hero on the screen");
    const touched = now.things.some((thing) => reaches(thing, now.hero));
    touches += Number(touched && !touching);
    touching = touched;
    check(touches <= most, what);
    const coming = now.things.filter((thing) => thing.y < now.hero.y + 60);
    const next = coming.sort((one, other) => other.y - one.y)[0];
    time += await step(page, next ? next.x - now.hero.x : 0);
  }
  check(false, what);
}
//# avoid
// Run out of the way of the things until something has happened.
async function avoid(page, selector, happened, what, seconds = 60) {
  let seen = false;
  for (let time = 0; time < seconds * 1000; ) {
    const now = await sight(page, selector);
    if (happened(now)) return;
    seen = seen || now.things.length > 0;
    check(seen || time < 12000, "nothing comes");
    const { hero, things, width } = now;
    check(hero, "there is no hero on the screen");
    const near = things.filter((thing) => Math.abs(thing.x - hero.x) < 130 && thing.y < hero.y + 60 && thing.y > hero.y - 330);
    const next = near.sort((one, other) => other.y - one.y)[0];
    const edge = hero.x < 90 ? 1 : hero.x > width - 90 ? -1 : 0;
    const away = next ? edge || (next.x > hero.x ? -1 : 1) : 0;
    time += await step(page, away * 70);
  }
  check(false, what);
}
//# answer
// Answer the question that is asked, rightly or wrongly.
async function answer(page, rightly) {
  const asked = await page.text('[data-role="question"]');
  const known = answers.find((one) => one.question === asked.trim());
  check(known, `nobody knows the question "${asked}"`);
  await page.press(String(rightly ? known.right + 1 : ((known.right + 1) % known.answers) + 1));
  await page.advance(60);
}
//# drawn
// How many pictures are really drawn.
const drawn = (page, selector) =>
  page.evaluate((wanted) => [...document.querySelectorAll(wanted)].filter((one) => one.naturalWidth > 0).length, selector);
//# smallWords
// How many visible words are smaller than 13 steps.
const smallWords = (page) =>
  page.evaluate(() => {
    const words = [...document.querySelectorAll("p, h2, li, button")].filter((one) => one.getBoundingClientRect().width > 4);
    return words.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 13).length;
  });
//# tooWide
// Does the page need sideways scrolling?
const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
//# flashing
// How many movements repeat faster than three times a second, for ever.
const flashing = (page) =>
  page.evaluate(() => {
    const timings = document.getAnimations().map((one) => one.effect?.getComputedTiming());
    return timings.filter((one) => one && one.iterations === Infinity && Number(one.duration) < 340).length;
  });
//# answersShown
// The answers to choose from, without the keys in front of them.
const answersShown = (page) =>
  page.evaluate(() => [...document.querySelectorAll('[data-role="answer"]')].map((one) => one.lastChild?.textContent ?? ""));
