const clock = async (page) => { const [minutes, seconds] = (await shown(page, "time")).split(":").map(Number); return minutes * 60 + seconds; };
const does = {
  open: async () => {},
  start: async (page) => { await press(page, "start"); await page.advance(2000); },
  pause: async (page) => { await does.start(page); await press(page, "start"); },
  reset: async (page) => { await does.start(page); await press(page, "reset"); },
  end: async (page) => { await press(page, "start"); for (let left = asked.seconds + 1; left > 0; left -= 600) await page.advance(Math.min(left, 600) * 1000); },
  set: async (page) => { await write(page, "minutes", "2"); await write(page, "seconds", "30"); await page.press("Tab"); },
  preset: async (page) => press(page, "preset"),
  reload: async (page) => { await does.set(page); },
};
const sees = {
  ...listed,
  seconds: async (page) => check.equal(await clock(page), asked.seconds, "it begins at the time that was asked for"),
  counts: async (page) => check.equal(await clock(page), asked.seconds - 2, "two seconds later it shows two seconds less"),
  stands_still: async (page) => {
    const now = await clock(page);
    check(now < asked.seconds, "it had begun");
    await page.advance(3000);
    check.equal(await clock(page), now, "it stands still");
  },
  full: async (page) => check.equal(await clock(page), asked.seconds, "it is back at the beginning"),
  rings: async (page, before) => check((await happened(page, "sounds")) > before.sounds, "it rings"),
  over: async (page) => {
    check((await shown(page, "phase")).includes(asked.end), "it says that the time is up");
    if (!asked.next) check.equal(await clock(page), 0, "it stands at zero");
  },
  next: async (page) => check((await shown(page, "phase")).includes(asked.next), "it says what comes next"),
  chosen: async (page) => check.equal(await clock(page), 150, "the chosen time stands there"),
  quick: async (page) => check.equal(await clock(page), asked.preset, "the quick choice stands there"),
  rounds: async (page) => check((await shown(page, "rounds")).includes("1"), "the finished round is counted"),
  kept: async (page) => { await page.reload(); check.equal(await clock(page), 150, "the time is still there"); },
};
