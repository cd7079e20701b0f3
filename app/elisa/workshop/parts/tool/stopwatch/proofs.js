const does = {
  open: async () => {},
  start: async (page) => { await press(page, "go"); await page.advance(3000); },
  stop: async (page) => { await does.start(page); await press(page, "go"); },
  lap: async (page) => { await does.start(page); await press(page, "lap"); },
  reset: async (page) => { await does.lap(page); await press(page, "zero"); },
  reload: async (page) => does.lap(page),
};
const sees = {
  ...listed,
  zero: async (page) => check.equal(await shown(page, "watch"), "00:00.0", "it stands at zero"),
  counts: async (page) => check.equal(await shown(page, "watch"), "00:03.0", "three seconds went by"),
  stands_still: async (page) => { await page.advance(2000); check.equal(await shown(page, "watch"), "00:03.0", "it stands still"); },
  lap: async (page) => check.equal(await page.text(`${at} [data-part="lap"]`), "00:03.0", "the lap is written down"),
  kept: async (page) => { await page.reload(); check.equal(await page.count(`${at} [data-part="lap"]`), 1, "the lap is still there"); },
};
