"use strict";
// One fact after the other, by the button.
for (const facts of site.all("[data-section=facts]")) {
  const all = site.all(".all li", facts).map((one) => one.textContent);
  const shown = facts.querySelector("[data-show=fact]");
  let place = 0;
  const next = () => {
    place = (place + 1) % all.length;
    shown.textContent = all[place];
  };
  facts.querySelector("[data-do=another]").addEventListener("click", next);
  facts.addEventListener("another", next);
}
