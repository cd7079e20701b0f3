"use strict";
// A picture of a gallery opens big; Escape or the button closes it.
for (const gallery of site.all("[data-section=gallery]")) {
  const big = gallery.querySelector("dialog");
  for (const button of site.all("[data-do=look]", gallery)) {
    button.addEventListener("click", () => {
      const picture = big.querySelector("img");
      picture.src = button.querySelector("img").src;
      picture.alt = button.textContent.trim();
      big.querySelector("h3").textContent = button.textContent.trim();
      big.querySelector("p").textContent = button.dataset.note ?? "";
      big.showModal();
    });
  }
}
