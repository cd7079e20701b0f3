const fresh = "Zebra stripes";
let many = 0;
const shown = async (page, name) => ((await page.count(`${at} [data-show="${name}"]`)) ? page.text(`${at} [data-show="${name}"]`) : "");
const press = (page, doing) => page.click(`${at} [data-do="${doing}"]`);
const write = async (page, box, words) => {
  await page.evaluate((where) => { document.querySelector(where).value = ""; }, `${at} [data-in="${box}"]`);
  await page.type(`${at} [data-in="${box}"]`, words);
};
const entries = (page) => page.evaluate((where) => [...document.querySelectorAll(`${where} [data-entry]`)].map((one) => (one.querySelector("[data-part=words]") || one.querySelector("textarea") || one).value || one.querySelector("[data-part=words]")?.textContent || ""), at);
const add_words = async (page, words) => {
  await write(page, "add", words);
  await press(page, "add");
};
const happened = async (page, name) => Number((await page.attribute("body", `data-${name}`)) || 0);
const listed = {
  added: async (page, before) => check.equal((await entries(page)).length, before.entries.length + 1, "there is one more"),
  gone: async (page, before) => check.equal((await entries(page)).length, many - 1, "there is one less"),
  back: async (page) => {
    const now = (await entries(page)).length;
    await page.click('#said [data-do="undo"]');
    check.equal((await entries(page)).length, now + 1, "it is there again");
  },
  renamed: async (page) => check((await entries(page)).some((words) => words.startsWith("Quick fox")), "the new words stand there"),
  kept: async (page) => {
    const now = await entries(page);
    check(now.length > 0, "there is something to keep");
    await page.reload();
    check.equal(await entries(page), now, "it is still there after the page was loaded again");
  },
  there: async (page) => check.equal((await entries(page)).slice(0, asked.items.length), asked.items, "the child's own entries stand there"),
  stands: async (page) => check(await page.visible(`${at} h2`), "the section stands on the page"),
  titled: async (page) => check.equal(await page.text(`${at} h2`), asked.title, "its title"),
};
const one_entry = async (page) => {
  if (!(await entries(page)).length) await add_words(page, fresh);
};
const rename = async (page) => {
  await press(page, "edit");
  await write(page, "rename", "Quick fox");
  await page.press("Enter");
};
const drop = async (page, ready) => {
  await ready(page);
  many = (await entries(page)).length;
  await press(page, "delete");
};
