/* global test, check */

test("a click is a real one", { requirement: "req_0", proof: "test_0" }, async (page) => {
  await page.click("#add");
  await page.click("text=Add one");
  check.equal(await page.text("#sum"), "2");
});
test("a tap is a click too", async (page) => {
  await page.evaluate(() => { globalThis.touches = 0; addEventListener("touchstart", () => { globalThis.touches += 1; }); });
  await page.tap("#add");
  check.equal(await page.text("#sum"), "1");
  check.equal(await page.evaluate(() => globalThis.touches), 1);
});
test("a disabled button does nothing", async (page) => {
  await page.click("#deaf");
  check.equal(await page.text("#sum"), "0");
});
test("keys come one by one", async (page) => {
  await page.press("ArrowLeft");
  await page.press("a");
  await page.press("A");
  await page.press("Space");
  await page.press("+");
  check.equal(await page.text("#keys"), "+ArrowLeft -ArrowLeft +a -a +^A -A + - ++ -+");
});
test("keys can be held together", async (page) => {
  await page.press("Shift+Tab");
  check.equal(await page.text("#keys"), "+^Shift +^Tab -Tab -Shift");
});
test("a held key is down while the clock moves", async (page) => {
  await page.evaluate(() => {
    globalThis.down = false;
    globalThis.seen = 0;
    addEventListener("keydown", () => { globalThis.down = true; });
    addEventListener("keyup", () => { globalThis.down = false; });
    setInterval(() => { globalThis.seen += globalThis.down ? 1 : 0; }, 10);
  });
  await page.hold("ArrowRight", 100);
  await page.advance(100);
  check.equal(await page.evaluate(() => globalThis.seen), 10);
});
test("any script can be typed", async (page) => {
  await page.type("#name", "Zoë 日本 안녕 🦔!");
  check.equal(await page.value("#name"), "Zoë 日本 안녕 🦔!");
  await page.type("#story", "a\nb");
  check.equal(await page.value("#story"), "a\nb");
});
test("what stands in fields can be read", async (page) => {
  check.equal(await page.value("#yes"), false);
  await page.click("#yes");
  check.equal(await page.value("#yes"), true);
  check.equal(await page.value("#pick"), "red");
});
test("things can be read", async (page) => {
  check.equal(await page.text("h1"), "Hello you");
  check.equal(await page.count("li"), 3);
  check.equal(await page.visible("text=three"), false);
  check.equal(await page.visible("text=two"), true);
  check.equal(await page.visible("#faint"), false);
  check.equal(await page.visible("#nowhere"), false);
  check.equal(await page.text("[data-thing=hedgehog]"), "spiky");
  check.equal(await page.attribute("svg", "data-thing"), "hedgehog");
  check.equal(await page.attribute("svg", "data-other"), null);
  check.equal(await page.box("#dot"), { x: 300, y: 200, width: 40, height: 40 });
  check.equal(await page.style("#dot", "backgroundColor"), "rgb(255, 0, 0)");
});
test("pixels are what a person sees", async (page) => {
  check.equal(await page.pixel(320, 220), [255, 0, 0]);
  await page.evaluate(() => { document.querySelector("#dot").style.background = "rgb(0, 0, 255)"; });
  check.equal(await page.pixel(320, 220), [0, 0, 255]);
});
test("the clock stands still until it is moved", async (page) => {
  await page.evaluate(() => {
    globalThis.log = [];
    setTimeout(() => globalThis.log.push(`timer ${performance.now()}`), 50);
    const frame = () => { globalThis.log.push("frame"); if (globalThis.log.length < 3) requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
  });
  check.equal(await page.evaluate(() => globalThis.log), []);
  check.equal(await page.evaluate(() => new Date().toISOString()), "2024-01-01T09:00:00.000Z");
  await page.advance(40);
  check.equal(await page.evaluate(() => globalThis.log), ["frame", "frame"]);
  await page.advance(20);
  check.equal(await page.evaluate(() => globalThis.log), ["frame", "frame", "frame", "timer 50"]);
});
test("promises settle between timers", async (page) => {
  await page.evaluate(() => {
    globalThis.log = [];
    const sleep = (ms) => new Promise((done) => { setTimeout(done, ms); });
    (async () => { for (let n = 0; n < 5; n += 1) { await sleep(10); globalThis.log.push(n); } })();
  });
  await page.advance(55);
  check.equal(await page.evaluate(() => globalThis.log), [0, 1, 2, 3, 4]);
});
test("until stops at the frame in which it came true", async (page) => {
  await page.evaluate(() => { setTimeout(() => { document.querySelector("#sum").textContent = "9"; }, 3000); });
  check.equal(await page.until(async () => (await page.text("#sum")) === "9"), 3008);
});
test("until also takes what reads nothing of the page", async (page) => {
  let count = 0;
  check.equal(await page.until(() => { count += 1; return count > 10; }), 160);
});
test("until sees what moves", async (page) => {
  await page.evaluate(() => { let x = 0; setInterval(() => { x += 1; document.querySelector("#dot").style.left = `${x}px`; }, 10); });
  await page.until(async () => (await page.box("#dot")).x > 100, { within: 2000 });
});
test("the mouse can drag", async (page) => {
  await page.evaluate(() => {
    globalThis.path = [];
    addEventListener("pointermove", (event) => { if (event.buttons === 1) globalThis.path.push(event.clientX); });
  });
  await page.drag("#dot", { x: 520, y: 220 });
  const path = await page.evaluate(() => globalThis.path);
  check(path.length >= 5, `a path of ${path.length} places`);
  check.equal(path.at(-1), 520);
});
test("the mouse can move", async (page) => {
  await page.evaluate(() => { addEventListener("mousemove", (event) => { globalThis.at = [event.clientX, event.buttons]; }); });
  await page.move(123, 45);
  check.equal(await page.evaluate(() => globalThis.at), [123, 0]);
});
test("storage is kept over a reload", async (page) => {
  await page.evaluate(() => localStorage.setItem("best", "7"));
  await page.reload();
  check.equal(await page.evaluate(() => localStorage.getItem("best")), "7");
});
test("storage is empty in the next test", async (page) => {
  check.equal(await page.evaluate(() => localStorage.getItem("best")), null);
});
test("the dice fall the same way each time", async (page) => {
  const first = await page.evaluate(() => [Math.random(), Math.random(), Math.random()]);
  await page.reload();
  check.equal(await page.evaluate(() => [Math.random(), Math.random(), Math.random()]), first);
  check(first.every((throwOfDice) => throwOfDice >= 0 && throwOfDice < 1), "from 0 to 1");
  check(new Set(first).size === 3, "not always the same");
});
test("another page of the nugget can be opened", async (page) => {
  await page.open("second.html");
  check.equal(await page.text("h1"), "Second page");
});
test("a click can lead to another page", async (page) => {
  await page.click("#far");
  await page.until(async () => (await page.text("h1")) === "Second page");
});
test("a hash or a new entry in the history is no other page", async (page) => {
  await page.evaluate(() => { location.hash = "x"; history.pushState({}, "", "/a"); });
  await page.advance(20);
  check.equal(await page.text("#sum"), "0");
});
test("the window can be made small", async (page) => {
  await page.resize(400, 300);
  check.equal(await page.evaluate(() => [innerWidth, innerHeight]), [400, 300]);
});
test("functions run in the page with arguments and promises", async (page) => {
  check.equal(await page.evaluate((a, b) => ({ sum: a + b[0] }), 1, [2]), { sum: 3 });
  check.equal(await page.evaluate(async () => { await null; return "later"; }), "later");
  check.equal(await page.evaluate(() => undefined), null);
  check.equal((await page.evaluate(() => "x".repeat(1_000_000))).length, 1_000_000);
});
test("boxes are answered and counted", async (page) => {
  check.equal(await page.evaluate(() => [alert("a"), confirm("b"), prompt("c", "d")]), [null, true, "d"]);
  check.equal(await page.dialogs(), [
    { kind: "alert", text: "a" }, { kind: "confirm", text: "b" }, { kind: "prompt", text: "c" },
  ]);
});
test("the page cannot see the test", async (page) => {
  check.equal(await page.evaluate(() => typeof test + typeof check + typeof page + typeof elisaLook), "undefined".repeat(4));
});
test("a failed step can be caught", async (page) => {
  let words = "";
  try { await page.text("#nowhere"); } catch (problem) { words = problem.message; }
  check.equal(words, "There is no “#nowhere” on the page.");
});
test("lists and objects are compared by contents", () => {
  check.equal({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 });
});
test("the clock waits for what the page asks for", async (page) => {
  await page.evaluate(() => {
    fetch("second.html").then((answer) => answer.text()).then((text) => { document.querySelector("#sum").textContent = text.length; });
  });
  await page.until(async () => (await page.text("#sum")) !== "0", { within: 32, what: "the length of the second page" });
});
