const choose = async (page) => page.evaluate((where, place) => {
  const list = document.querySelector(`${where} [data-in="pair"]`);
  if (list) { list.value = String(place); list.dispatchEvent(new Event("change")); }
}, at, asked.place);
const does = {
  open: choose,
  convert: async (page) => { await choose(page); await write(page, "from", "10"); },
  reverse: async (page) => { await choose(page); await write(page, "to", "10"); },
  wrong: async (page) => write(page, "from", "abc"),
  rate: async (page) => { await choose(page); await write(page, "rate", "3"); await page.press("Tab"); await write(page, "from", "10"); },
  reload: async (page) => does.rate(page),
};
const near = async (page, box, wanted, words) => check(Math.abs(Number(await page.value(`${at} [data-in="${box}"]`)) - wanted) < 0.001, words);
const sees = {
  ...listed,
  converted: async (page) => near(page, "to", 10 * asked.rate + asked.shift, `10 ${asked.from} in ${asked.to}`),
  reversed: async (page) => near(page, "from", (10 - asked.shift) / asked.rate, `10 ${asked.to} in ${asked.from}`),
  names: async (page) => check((await page.text(at)).includes(asked.from) && (await page.text(at)).includes(asked.to), "both units stand there"),
  helped: async (page) => check((await shown(page, "rule")).includes("number"), "it says what is wrong"),
  new_rate: async (page) => near(page, "to", 30, "the new rate counts"),
  kept: async (page) => { await page.reload(); await choose(page); await write(page, "from", "10"); await near(page, "to", 30, "the rate is still there"); },
};
