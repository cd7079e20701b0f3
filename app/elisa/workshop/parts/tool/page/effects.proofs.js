const effects = {
  sound: async (page, before) => check((await happened(page, "sounds")) > before.sounds, "a sound was played"),
  say: async (page, _before, words) => {
    check(await page.visible("#shout"), "words are shown");
    check.equal(await page.text("#shout"), words, "the words");
  },
  confetti: async (page, before) => check((await happened(page, "cheers")) > before.cheers, "paper snow falls"),
  colour: async (page, _before, words) => check.equal(await page.attribute("body", "data-flash"), words, "the page takes the colour"),
  shake: async (page, before) => check((await happened(page, "shakes")) > before.shakes, "the page shakes"),
};
