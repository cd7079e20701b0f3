//# start
// Start the game as a player does: with the Enter key.
async function start(page) {
  if ((await state(page)) === "ready") await page.press("Enter");
  await page.until(async () => (await state(page)) === "playing", { within: 2000, what: "the game starts" });
}
//# state
// What the game is doing: ready, playing, paused, over or won.
const state = (page) => page.attribute("body", "data-state");
//# last
// What happened last: a hit, a catch, a right answer …
const last = (page) => page.attribute("body", "data-last");
//# number
// A number that stands on the screen: score, lives, level, time, best.
async function number(page, name) {
  const shown = `[data-show="${name}"]`;
  check((await page.count(shown)) > 0, `the page shows no ${name}`);
  return Number(await page.attribute(shown, "data-value"));
}
//# shown
// The same, or null where the game has no such number.
async function shown(page, name) {
  const place = `[data-show="${name}"]`;
  return (await page.count(place)) > 0 ? Number(await page.attribute(place, "data-value")) : null;
}
//# places
// Where things are: the middle of each.
const places = (page, selector) =>
  page.evaluate((wanted) => {
    const found = [...document.querySelectorAll(wanted)].map((one) => one.getBoundingClientRect());
    return found.map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
  }, selector);
//# step
// One small step to the left or to the right, or none.
async function step(page, apart) {
  if (Math.abs(apart) < 14) {
    await page.advance(60);
    return 60;
  }
  const time = Math.round(Math.min(Math.max(Math.abs(apart) * 2, 40), 150));
  await page.hold(apart > 0 ? "ArrowRight" : "ArrowLeft", time);
  return time;
}
//# meet
// Run to the things until something has happened.
async function meet(page, selector, happened, what, seconds = 60) {
  for (let time = 0; time < seconds * 1000; ) {
    if (await happened()) return;
    const [hero] = await places(page, '[data-role="hero"]');
    check(hero, "there is no hero on the screen");
    const coming = (await places(page, selector)).filter((thing) => thing.y < hero.y + 30);
    const next = coming.sort((one, other) => other.y - one.y)[0];
    time += await step(page, next ? next.x - hero.x : 0);
  }
  check(false, what);
}
//# avoid
// Run out of the way of the things until something has happened.
async function avoid(page, selector, happened, what, seconds = 60) {
  const width = await page.evaluate(() => innerWidth);
  for (let time = 0; time < seconds * 1000; ) {
    if (await happened()) return;
    const [hero] = await places(page, '[data-role="hero"]');
    check(hero, "there is no hero on the screen");
    const near = (await places(page, selector)).filter((thing) => Math.abs(thing.x - hero.x) < 130 && thing.y < hero.y + 40);
    const next = near.sort((one, other) => other.y - one.y)[0];
    const edge = hero.x < 90 ? 1 : hero.x > width - 90 ? -1 : 0;
    const away = next ? edge || (next.x > hero.x ? -1 : 1) : 0;
    time += await step(page, away * 60);
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
