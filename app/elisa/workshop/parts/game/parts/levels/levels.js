// @ts-check
"use strict";

// Levels: {{level_comment}}. Each level is a little faster.
{
  const number = document.querySelector('[data-show="level"]');
  const banner = document.getElementById("level-banner");
  let level = 1;

  const show = () => {
    if (!(number instanceof HTMLElement)) return;
    number.dataset.value = String(level);
    const words = number.querySelector("b");
    if (words) words.textContent = String(level);
  };

  const levelUp = () => {
    if (level >= {{last_level}} || game.state !== "playing") return;
    level += 1;
    game.hurry({{faster}});
    show();
    const words = {{level_words}}.replace("{n}", String(level));
    game.say(words);
    if (banner) {
      banner.textContent = words;
      banner.hidden = false;
      setTimeout(() => (banner.hidden = true), 1300);
    }
    game.happen("level");
  };

  game.on("start", () => {
    level = 1;
    show();
  });
  // Count {{level_comment}}.
  game.on({{level_by}}, (/** @type {number} */ amount) => {
    if (amount >= level * {{every}}) levelUp();
  });
  game.on("level-up", levelUp);
}
