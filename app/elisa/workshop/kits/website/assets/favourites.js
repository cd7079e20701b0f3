"use strict";
{
  // A heart on each thing; which ones are loved is kept for the next visit.
  const chip = document.querySelector("[data-show=favourites]");
  const loved = new Set(site.kept("favourites", []));
  const heart = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 20S3 14.500 3 8.500A4.600 4.600 0 0 1 12 7a4.600 4.600 0 0 1 9 1.500C21 14.500 12 20 12 20z"/></svg>';
  const count = () => {
    chip.querySelector("b").textContent = String(loved.size);
    chip.dataset.value = String(loved.size);
  };
  for (const thing of site.all("li[data-item]")) {
    const button = document.createElement("button");
    const name = thing.dataset.item;
    button.type = "button";
    button.className = "heart";
    button.dataset.do = "love";
    button.innerHTML = heart;
    button.setAttribute("aria-label", chip.dataset.words.replace("{word}", thing.dataset.words));
    button.setAttribute("aria-pressed", String(loved.has(name)));
    button.addEventListener("click", () => {
      if (!loved.delete(name)) loved.add(name);
      button.setAttribute("aria-pressed", String(loved.has(name)));
      site.keep("favourites", [...loved]);
      count();
      document.dispatchEvent(new CustomEvent("liked"));
    });
    thing.append(button);
  }
  count();
}
