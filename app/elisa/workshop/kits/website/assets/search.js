"use strict";
// Typing a word leaves only the things that fit it.
for (const finder of site.all("[data-do=finder]")) {
  const field = finder.querySelector("input");
  const found = finder.querySelector("[data-show=found]");
  const things = site.all("li[data-item]", finder.closest("section"));
  const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const look = () => {
    const wanted = plain(field.value.trim());
    for (const thing of things) thing.hidden = !plain(thing.textContent).includes(wanted);
    const count = things.filter((thing) => !thing.hidden).length;
    const words = count ? found.dataset.words : found.dataset.none;
    found.textContent = words.replace("{n}", String(count)).replace("{all}", String(things.length));
    found.dataset.value = String(count);
  };
  finder.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", look);
  look();
}
