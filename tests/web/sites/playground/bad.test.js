/* global test, check */

test("expected 2, found \"0\"", async (page) => check.equal(await page.text("#sum"), 2));
test("the sum: expected \"1\", found \"0\"", async (page) => check.equal(await page.text("#sum"), "1", "the sum"));
test("nobody said what", () => check(false, "nobody said what"));
test("There is no “#nowhere” on the page.", (page) => page.click("#nowhere"));
test("“#faint” is there but cannot be seen.", (page) => page.click("#faint"));
test("Something lies over “#under”: <div#over>.", (page) => page.click("#under"));
test("“li:::” is no selector that a browser knows.", (page) => page.count("li:::"));
test("“#keys” is nothing that one can type into.", async (page) => {
  await page.press("a");
  await page.type("#keys", "x");
});
test("There is no key “Left”.", (page) => page.press("Left"));
test("page.advance was called with something that does not fit.", (page) => page.advance(1, 2, 3));
test("A time is a number of milliseconds", (page) => page.advance(-5));
test("After 300 ms the page still does not show: a dragon.", (page) =>
  page.until(() => page.visible("#dragon"), { within: 300, what: "a dragon" }));
test("put “await” before", (page) => check(page.visible("#sum")));
test("This test checks nothing", (page) => page.click("#add"));
test("ReferenceError: dragon is not defined (bad.test.js:23)", async (page) => {
  check(await page.visible("h1"));
  dragon.fly();
});
test("Error: boo", (page) => page.evaluate(() => { throw new Error("boo"); }));
test("page.open only goes to pages of this nugget", (page) => page.open("https://example.com/"));
test("Uncaught Error: in a timer (trouble.js:2)", async (page) => {
  check(true);
  await page.evaluate(() => new Promise((loaded) => {
    const script = document.createElement("script");
    script.src = "trouble.js";
    script.onload = loaded;
    document.body.append(script);
  }).then(() => true));
  check(await page.visible("#trouble"));
  await page.advance(100);
});
test("Uncaught (in promise) Error: nobody listens", async (page) => {
  check(true);
  await page.evaluate(() => { Promise.reject(new Error("nobody listens")); });
  await page.advance(10);
});
test("said by console.error", async (page) => {
  check(true);
  await page.evaluate(() => { console.error("said by console.error"); });
});
test("The page got stuck.", async (page) => {
  check(true);
  await page.evaluate(() => { setTimeout(() => { for (;;); }, 10); });
  await page.advance(20);
});
test("The page opened 50 boxes.", async (page) => {
  check(true);
  await page.evaluate(() => { for (let n = 0; n < 50; n += 1) alert(n); });
});
test("This test never ends.", () => { for (;;); });
test("This test never ends. (promise)", () => new Promise(() => undefined));
test("The page tried to leave for http://127.0.0.1:1/", async (page) => {
  check(true);
  await page.evaluate(() => { location.href = "http://127.0.0.1:1/"; });
  await page.advance(10);
});
test("missing.js could not be loaded", async (page) => {
  check(true);
  await page.evaluate(() => new Promise((done) => {
    const script = document.createElement("script");
    script.src = "missing.js";
    script.onerror = done;
    document.body.append(script);
  }));
});
test("and the next one goes on: expected 1, found 2", () => check.equal(2, 1));
