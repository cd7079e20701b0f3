const choices = async (page) => { while ((await entries(page)).length < 2) await add_words(page, `Name ${(await entries(page)).length}`); };
const pick = async (page) => {
  await press(page, "pick");
  await page.until(async () => (await page.attribute(`${at} .inside`, "data-state")) === "picked", { within: 6000, what: "something is picked" });
};
const does = {
  open: choices,
  add: (page) => add_words(page, fresh),
  pick: async (page) => { await choices(page); await pick(page); },
  everyone: async (page) => { await choices(page); const many = (await entries(page)).length; for (let turn = 0; turn < many; turn += 1) await pick(page); },
  delete: (page) => drop(page, choices),
  undo: async (page) => does.delete(page),
  reload: choices,
};
const sees = {
  ...listed,
  picked: async (page) => check((await entries(page)).includes(await shown(page, "picked")), "one of them is picked"),
  past: async (page) => check((await shown(page, "past")).includes(await shown(page, "picked")), "the picks so far stand there"),
  once: async (page) => {
    const past = (await shown(page, "past")).replace("So far: ", "").split(", ");
    check.equal(past.length, new Set(past).size, "nobody came twice");
  },
  random: async (page) => {
    const found = new Set();
    for (let turn = 0; turn < 12; turn += 1) { await pick(page); found.add(await shown(page, "picked")); }
    check(found.size > 1, "not always the same");
  },
};
