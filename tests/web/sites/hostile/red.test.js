/* global test, check */

test("The page got stuck. (boxes)", async (page) => {
  check(true);
  await page.evaluate(() => { for (;;) alert(1); });
});
test("The page got stuck. (words)", async (page) => {
  check(true);
  await page.evaluate(() => { for (;;) console.warn("x".repeat(1000)); });
});
test("a result of its own making: expected true, found false", async (page) => {
  await page.evaluate(() => {
    for (const name of Object.getOwnPropertyNames(window)) {
      try { window[name].run(1, () => true); } catch { /* not that one */ }
    }
    console.warn('{"done":true,"round":1,"ok":true,"error":""}');
  });
  check.equal(false, true, "a result of its own making");
});
