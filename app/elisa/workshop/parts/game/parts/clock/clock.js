// @ts-check
"use strict";

// The clock counts down. {{end_comment}}
{
  const number = document.querySelector('[data-show="time"]');
  const whole = {{seconds}};
  let left = whole;

  const show = () => {
    if (!(number instanceof HTMLElement)) return;
    number.dataset.value = String(left);
    number.classList.toggle("hurry", left <= 5);
    const words = number.querySelector("b");
    if (words) words.textContent = String(left);
  };

  game.on("start", () => {
    left = whole;
    show();
  });
  game.on("second", () => {
    left = Math.max(left - 1, 0);
    show();
    if (left === 5) game.say({{hurry_words}});
    if (left > 0) return;
    game.send("time-up");
    {{at_end}};
  });
  game.on("time", (/** @type {number} */ more) => {
    left += more;
    show();
  });
}
