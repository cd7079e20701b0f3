"use strict";
{
  // What the reader took along, and who came along.
  const bag = document.querySelector("#bag");
  const show = () => {
    for (const thing of bag.querySelectorAll("[data-item]")) thing.hidden = !book.have.includes(thing.dataset.item);
    const count = bag.querySelectorAll("[data-item]:not([hidden])").length;
    bag.dataset.value = String(count);
    bag.querySelector("[data-show=empty]").hidden = count > 0;
  };
  book.on("shown", show);
}
