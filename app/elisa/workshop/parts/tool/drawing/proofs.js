const lines = async (page) => Number(await page.attribute(`${at} .board`, "data-strokes"));
const draw = async (page) => {
  await page.evaluate((where) => document.querySelector(`${where} .board`).scrollIntoView({ behavior: "instant", block: "center" }), at);
  const box = await page.box(`${at} .board`);
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + Math.min(box.height / 2, 150))];
  await page.drag({ x: x - 60, y }, { x: x + 60, y });
};
const ink = (page) => page.evaluate((where) => {
  const board = document.querySelector(`${where} .board`);
  const data = board.getContext("2d").getImageData(0, 0, board.width, board.height).data;
  const found = {};
  for (let place = 0; place < data.length; place += 4) {
    const name = `${data[place]},${data[place + 1]},${data[place + 2]}`;
    found[name] = (found[name] || 0) + 1;
  }
  return found;
}, at);
const rgb = (hex) => [1, 3, 5].map((place) => parseInt(hex.slice(place, place + 2), 16)).join();
const does = {
  open: async () => {},
  draw,
  colour: async (page) => { await page.click(`${at} [data-colour="${asked.colour.name}"]`); await draw(page); },
  erase: async (page) => { await draw(page); await press(page, "eraser"); await draw(page); },
  back: async (page) => { await draw(page); await press(page, "back"); },
  clear: async (page) => { await draw(page); await press(page, "clear"); },
  save: async (page) => { await draw(page); await press(page, "save"); },
  keys: async (page) => {
    await page.evaluate((where) => document.querySelector(`${where} .board`).focus(), at);
    await page.press("Space");
    for (let step = 0; step < 5; step += 1) await page.press("ArrowRight");
    await page.press("Space");
  },
  size: async (page) => { await page.evaluate((where) => { const size = document.querySelector(`${where} [data-in="size"]`); size.value = "40"; size.dispatchEvent(new Event("input")); }, at); await draw(page); },
  reload: draw,
};
const sees = {
  ...listed,
  line: async (page) => check.equal(await lines(page), 1, "a line is on the board"),
  colour: async (page) => check(((await ink(page))[rgb(asked.colour.value)] || 0) > 200, `it is ${asked.colour.name}`),
  colours: async (page) => check.equal(await page.count(`${at} [data-do="colour"]`), asked.colours, "so many colours to choose from"),
  erased: async (page) => check.equal(Object.keys(await ink(page)).length, 1, "only white is left"),
  empty: async (page) => check.equal(await lines(page), 0, "the board is empty"),
  saved: async (page) => check.equal(await page.attribute("body", "data-picture"), "saved", "the picture was saved"),
  thick: async (page) => check((await ink(page))[rgb(asked.colour.value)] > 3000, "the line is thick"),
  kept: async (page) => { await page.reload(); check.equal(await lines(page), 1, "the drawing is still there"); },
};
