const does = {
  open: one_entry,
  add: (page) => add_words(page, fresh),
  edit: async (page) => { await one_entry(page); await write(page, "note", "Quick fox"); },
  delete: (page) => drop(page, one_entry),
  undo: async (page) => does.delete(page),
  paper: async (page) => { await does.add(page); await press(page, "paper"); },
  search: async (page) => { await add_words(page, "Apples"); await add_words(page, fresh); await write(page, "search", "zebra"); },
  reload: async (page) => does.add(page),
};
const sees = {
  ...listed,
  renamed: async (page) => { const words = (await entries(page)).join(" "); check(words.includes("Quick fox"), "the new words stand there"); },
  found: async (page) => check.equal(await entries(page), [fresh], "only the fitting note is shown"),
  counted: async (page, before) => check((await shown(page, "found")).startsWith(String(before.entries.length + 1)), "the notes are counted"),
  painted: async (page) => check((await page.attribute(`${at} .slip`, "data-paper")) !== null, "the note has another colour"),
};
