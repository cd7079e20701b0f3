const today = '[data-day="2024-01-01"]';
const does = {
  open: one_entry,
  add: (page) => add_words(page, fresh),
  tick: async (page) => { await one_entry(page); await page.click(`${at} ${today}`); },
  untick: async (page) => { await does.tick(page); await page.click(`${at} ${today}`); },
  streak: async (page) => {
    await does.tick(page);
    for (let back = 1; back < asked.goal; back += 1) {
      const day = new Date(Date.UTC(2024, 0, 1 - back)).toISOString().slice(0, 10);
      if (!(await page.count(`${at} [data-day="${day}"]`))) await press(page, "before");
      await page.click(`${at} [data-day="${day}"]`);
    }
  },
  before: async (page) => { await one_entry(page); await press(page, "before"); },
  delete: (page) => drop(page, one_entry),
  undo: async (page) => does.delete(page),
  edit: async (page) => { await one_entry(page); await rename(page); },
  reload: async (page) => does.tick(page),
};
const sees = {
  ...listed,
  ticked: async (page) => check.equal(await page.attribute(`${at} ${today}`, "aria-pressed"), "true", "the day is ticked"),
  unticked: async (page) => check.equal(await page.attribute(`${at} ${today}`, "aria-pressed"), "false", "the day is not ticked"),
  week: async (page) => check.equal(await page.count(`${at} thead th`), 7, "seven days stand there"),
  other_week: async (page) => check.equal(await page.count(`${at} ${today}`), 0, "another week is shown"),
  streak: async (page) => check.equal(await shown(page, "streak"), String(Math.max(1, asked.goal)), "the days in a row"),
  one_day: async (page) => check.equal(await shown(page, "streak"), "1", "one day in a row"),
  kept: async (page) => { await page.reload(); await sees.ticked(page); },
};
