"use strict";
// A number that grows with each press; it is kept for the next visit.
for (const counter of site.all("[data-section=counter]")) {
  const number = counter.querySelector("[data-show=count]");
  const show = (value) => {
    number.textContent = String(value);
    number.dataset.value = String(value);
  };
  show(site.kept(counter.id, 0));
  counter.querySelector("[data-do=count]").addEventListener("click", () => {
    show(Number(number.dataset.value) + 1);
    site.keep(counter.id, Number(number.dataset.value));
  });
}
