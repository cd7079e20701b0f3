const values = (page) => page.evaluate((where) => [...document.querySelectorAll(`${where} [data-die]`)].map((one) => Number(one.dataset.die)), at);
const does = {
  open: async () => {},
  roll: async (page) => press(page, "roll"),
  often: async (page) => { for (let turn = 0; turn < 9; turn += 1) await press(page, "roll"); },
  more: async (page) => press(page, "more"),
  double: async (page) => {
    if ((await values(page)).length < 2) await press(page, "more");
    for (let turn = 0; turn < 200; turn += 1) { await press(page, "roll"); if (new Set(await values(page)).size === 1) return; }
  },
  top: async (page) => {
    for (let turn = 0; turn < 200; turn += 1) { await press(page, "roll"); if ((await values(page)).includes(asked.sides)) return; }
  },
  reload: async (page) => does.roll(page),
};
const sees = {
  ...listed,
  rolled: async (page) => check((await values(page)).every((value) => value >= 1 && value <= asked.sides), `each shows 1 to ${asked.sides}`),
  count: async (page) => check.equal((await values(page)).length, asked.count, "so many are on the table"),
  sides: async (page) => {
    let most = 0;
    for (let turn = 0; turn < 12 * asked.sides && most < asked.sides; turn += 1) { await press(page, "roll"); most = Math.max(most, ...(await values(page))); }
    check.equal(most, asked.sides, "the highest that can come");
  },
  total: async (page) => {
    const all = await values(page);
    const told = await shown(page, "total");
    check(all.every((value) => value >= 1 && value <= asked.sides), "they were rolled");
    check(asked.sides === 2 ? asked.faces.some((face) => told.includes(face)) : told.includes(String(all.reduce((one, other) => one + other, 0))), "the sum stands there");
  },
  past: async (page) => check((await shown(page, "past")).startsWith("So far:"), "the rolls so far stand there"),
  one_more: async (page, before) => check.equal((await values(page)).length, before.dice + 1, "there is one more"),
  random: async (page) => {
    const found = new Set();
    for (let turn = 0; turn < 20; turn += 1) { await press(page, "roll"); found.add((await values(page)).join()); }
    check(found.size > 1, "not always the same");
  },
  kept: async (page) => { await page.reload(); check((await shown(page, "past")).startsWith("So far:"), "the rolls are still there"); },
};
