"use strict";
{
  // On a small screen the menu opens by its button; a chosen link closes it again.
  const menu = document.querySelector("[data-section=menu]");
  const button = menu.querySelector("[data-do=menu]");
  const show = (open) => {
    menu.toggleAttribute("data-open", open);
    button.setAttribute("aria-expanded", String(open));
  };
  button.addEventListener("click", () => show(!menu.hasAttribute("data-open")));
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") show(false);
  });
  for (const link of site.all("a", menu)) {
    link.addEventListener("click", () => {
      show(false);
      for (const other of site.all("a", menu)) other.removeAttribute("aria-current");
      link.setAttribute("aria-current", "true");
    });
  }
}
