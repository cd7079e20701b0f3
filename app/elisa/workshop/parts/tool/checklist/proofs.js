const does = {
  open: one_entry,
  add: (page) => add_words(page, fresh),
  tick: async (page) => { await one_entry(page); await press(page, "tick"); },
  untick: async (page) => { await does.tick(page); await press(page, "tick"); },
  all: async (page) => {
    await one_entry(page);
    const count = (await entries(page)).length;
    for (let place = 1; place <= count; place += 1) await page.click(`${at} li:nth-child(${place}) [data-do="tick"]`);
  },
  delete: (page) => drop(page, one_entry),
  undo: async (page) => does.delete(page),
  edit: async (page) => { await one_entry(page); await rename(page); },
  clear: async (page) => { await does.tick(page); await press(page, "clear"); },
  star: async (page) => { await does.add(page); await page.click(`${at} li:last-child [data-do="star"]`); },
  reload: async (page) => { await does.tick(page); },
};
const sees = {
  ...listed,
  ticked: async (page) => check.equal(await page.value(`${at} [data-do="tick"]`), true, "it is ticked off"),
  unticked: async (page) => check.equal(await page.value(`${at} [data-do="tick"]`), false, "it is not ticked off"),
  struck: async (page) => check((await page.style(`${at} .row .words`, "text-decoration-line")) === "line-through", "it is crossed out"),
  fewer_left: async (page) => check.equal(await shown(page, "left"), `${(await entries(page)).length - 1} of ${(await entries(page)).length} left`, "one less is left"),
  left: async (page) => check.equal(await shown(page, "left"), `${(await entries(page)).length} of ${(await entries(page)).length} left`, "how many are left"),
  all_done: async (page) => check((await page.text("#said")).includes(asked.all_done), "the page says that all is done"),
  cleared: async (page) => check((await page.count(`${at} .row.done`)) === 0, "no ticked one is left"),
  first: async (page) => check.equal((await entries(page))[0], fresh, "the important one comes first"),
};
