const count = async (page) => Number(await shown(page, "count"));
const does = {
  open: one_entry,
  add: (page) => add_words(page, fresh),
  up: async (page) => { await one_entry(page); await press(page, "up"); },
  down: async (page) => { await one_entry(page); for (let turn = 0; turn < 3; turn += 1) await press(page, "up"); await press(page, "down"); },
  below: async (page) => { await one_entry(page); await press(page, "down"); },
  zero: async (page) => { await does.up(page); await press(page, "zero"); },
  goal: async (page) => { await one_entry(page); for (let turn = 0; turn < Math.ceil(asked.goal / asked.step); turn += 1) await press(page, "up"); },
  delete: (page) => drop(page, one_entry),
  undo: async (page) => does.delete(page),
  edit: async (page) => { await one_entry(page); await rename(page); },
  reload: async (page) => does.up(page),
};
const sees = {
  ...listed,
  starts: async (page) => check.equal(await count(page), 0, "it begins at 0"),
  more: async (page) => check.equal(await count(page), asked.step, "the number went up"),
  less: async (page) => check.equal(await count(page), 2 * asked.step, "the number went down"),
  zero: async (page) => check.equal(await count(page), 0, "it stands at 0"),
  reached: async (page) => check((await page.text("#said")).includes("goal"), "it says that the goal is reached"),
  goal: async (page) => check((await shown(page, "goal")).includes(String(asked.goal)), "the goal stands there"),
  kept: async (page) => { await page.reload(); check.equal(await count(page), asked.step, "the number is still there"); },
};
