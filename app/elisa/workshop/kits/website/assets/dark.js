"use strict";
{
  // The switch between the light and the dark look; the choice is kept.
  const page = document.documentElement;
  const button = document.querySelector("[data-do=light]");
  const show = (light) => {
    page.dataset.light = light;
    button.setAttribute("aria-pressed", String(light === "night"));
  };
  show(site.kept("light", page.dataset.light));
  button.addEventListener("click", () => {
    show(page.dataset.light === "night" ? "day" : "night");
    site.keep("light", page.dataset.light);
  });
}
