const does = {
  open: one_entry,
  add: (page) => add_words(page, fresh),
  up: async (page) => { await one_entry(page); await press(page, "more"); },
  down: async (page) => { await one_entry(page); await press(page, "less"); },
  win: async (page) => { await one_entry(page); for (let turn = 0; turn < Math.ceil(asked.goal / asked.step); turn += 1) await press(page, "more"); },
  reset: async (page) => { await does.up(page); await press(page, "reset"); },
  delete: (page) => drop(page, one_entry),
  undo: async (page) => does.delete(page),
  edit: async (page) => { await one_entry(page); await rename(page); },
  reload: async (page) => does.up(page),
};
const sees = {
  ...listed,
  more: async (page) => check.equal(await shown(page, "points"), String(asked.step), "the points went up"),
  less: async (page) => check.equal(await shown(page, "points"), String(-asked.step), "the points went down"),
  zero: async (page) => check.equal(await shown(page, "points"), "0", "all begin again at 0"),
  leads: async (page) => check((await shown(page, "leader")).includes((await entries(page))[0]), "it says who leads"),
  wins: async (page) => check.equal(await page.text("#shout"), `${(await entries(page))[0]} wins!`, "it says who has won"),
  goal: async (page) => check((await shown(page, "leader")).includes(String(asked.goal)), "it says how many are needed"),
  kept: async (page) => { await page.reload(); check.equal(await shown(page, "points"), String(asked.step), "the points are still there"); },
};
