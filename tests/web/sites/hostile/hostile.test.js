/* global test, check */

test("what is on the page is seen through all its lies", async (page) => {
  check.equal(await page.text("#s"), "0");
  await page.click("#b");
  check.equal(await page.text("#s"), "1");
  check.equal(await page.count("p"), 1);
});
test("the clock moves all the same", async (page) => {
  check.equal(await page.until(async () => (await page.text("#s")) === "1", { within: 50 }).catch(() => "late"), "late");
  check.equal(await page.evaluate(() => document.title), "x");
});
test("a promise of the page that lies is still awaited", async (page) => {
  check.equal(await page.evaluate(async () => 2), 2);
});
test("no window opens", async (page) => {
  check.equal(await page.evaluate(() => window.open("http://example.com/") === null), true);
});
test("no file comes", async (page) => {
  await page.evaluate(() => {
    const link = Object.assign(document.createElement("a"), { href: "data:application/x,abc", download: "x" });
    link.click();
  });
  check.equal(await page.text("#s"), "0");
});
test("it cannot hold a person back", async (page) => {
  await page.evaluate(() => { onbeforeunload = () => "stay"; });
  await page.click("#b");
  await page.reload();
  check.equal(await page.text("#s"), "0");
});
test("it loads itself again and is read all the same", async (page) => {
  await page.evaluate(() => { location.reload(); });
  check.equal(await page.text("#s"), "0");
});
