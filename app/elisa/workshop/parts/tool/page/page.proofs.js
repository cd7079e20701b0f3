const standing = async (page) => {
  check((await page.count("section[data-section]")) > 0, "the tool stands on the page");
};
const whole = {
  async whole(page) {
    check.equal(await page.text("h1"), asked.title, "the title");
    for (const name of asked.sections) check(await page.visible(`#${name} h2`), `${name} stands on the page`);
    check.equal(await page.evaluate(() => [...document.querySelectorAll("button, input, select, textarea")].filter((one) => !(one.textContent.trim() || one.getAttribute("aria-label") || one.closest("label")?.textContent.trim())).length), 0, "everything to press has a name");
    check.equal(await page.errors(), [], "no complaints");
  },
  async title(page) {
    check.equal(await page.text("h1"), asked.title, "the title stands at the top");
  },
  async phone(page) {
    await standing(page);
    await page.resize(390, 844);
    check((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, "nothing sticks out at the side of a phone");
    check(await page.visible("h1"), "the title is there");
  },
  async offline(page) {
    await standing(page);
    const outside = await page.evaluate(() => performance.getEntriesByType("resource").map((one) => one.name).filter((name) => !name.startsWith(location.origin) && !name.startsWith("data:") && !name.startsWith("blob:")));
    check.equal(outside, [], "nothing is fetched from elsewhere");
    check.equal(await page.count("form[action], input[type=password], iframe"), 0, "nothing asks who you are");
  },
  async big(page) {
    await standing(page);
    const small = await page.evaluate(() => [...document.querySelectorAll("main button")].filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect()).filter((box) => box.width < 39 || box.height < 39).length);
    check.equal(small, 0, "every button is at least 40 dots big");
    check((await page.evaluate(() => Math.min(...[...document.querySelectorAll("main button, main input, main .words")].map((one) => parseFloat(getComputedStyle(one).fontSize))))) >= 16, "letters are big enough");
  },
  async keyboard(page) {
    await standing(page);
    const stops = new Set();
    for (let turn = 0; turn < 6; turn += 1) {
      await page.press("Tab");
      stops.add(await page.evaluate(() => { const one = document.activeElement; return `${one.tagName} ${one.getAttribute("aria-label") || one.textContent}`; }));
    }
    check(stops.size > 3, "the Tab key goes from one thing to the next");
    check((await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle)) !== "none", "where you are can be seen");
  },
  async files(page) {
    await standing(page);
    await page.click('[data-do="save-file"]');
    const text = await page.attribute("body", "data-saved");
    check(text !== null && JSON.parse(text).kept !== undefined, "a copy was made");
    await page.evaluate((words) => tool.openCopy(words), text);
    check((await page.text("#said")).includes("Everything from the file"), "the copy can be opened again");
    await page.evaluate(() => tool.openCopy("not a copy"));
    check((await page.text("#said")).includes("not a copy"), "another file is refused kindly");
  },
};
