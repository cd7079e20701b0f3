const cards = async (page) => page.count(`${at} [data-entry]`);
const write_card = async (page) => { await write(page, "front", fresh); await write(page, "back", "Zebrastreifen"); await press(page, "add"); };
const practise = async (page) => { if (!(await cards(page))) await write_card(page); await press(page, "practise"); };
const does = {
  open: async (page) => { if (!(await cards(page))) await write_card(page); },
  add: write_card,
  practise,
  flip: async (page) => { await practise(page); await press(page, "flip"); },
  right: async (page) => { await does.flip(page); await press(page, "yes"); },
  wrong: async (page) => { await does.flip(page); await press(page, "no"); },
  end: async (page) => {
    await practise(page);
    const many = await cards(page);
    for (let turn = 0; turn < many; turn += 1) { await press(page, "flip"); await press(page, "yes"); }
  },
  delete: (page) => drop(page, async () => { await does.open(page); await page.click(`${at} summary`); }),
  undo: async (page) => does.delete(page),
  reload: write_card,
};
const side = (page) => page.attribute(`${at} .flash`, "data-side");
const sees = {
  ...listed,
  added: async (page, before) => check.equal(await cards(page), before.entries.length + 1, "there is one more card"),
  front: async (page) => check.equal(await side(page), "front", "the front is shown"),
  backside: async (page) => check.equal(await side(page), "back", "the back is shown"),
  next: async (page) => check((await shown(page, "round")) !== "" && (await side(page)) !== "back", "the next card comes, or the end"),
  summary: async (page) => { const many = await cards(page); check.equal(await shown(page, "round"), `You knew ${many} of ${many}.`, "it says how many were known"); },
  there: async (page) => check.equal((await entries(page)).slice(0, asked.pairs.length), asked.pairs.map((pair) => pair.join(" · ")), "the child's own cards are there"),
};
