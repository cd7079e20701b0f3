"use strict";
{
  // The reader's name: asked for on the cover, kept, and used in the story.
  const form = document.querySelector("[data-do=name]");
  const field = form.querySelector("input");
  const error = form.querySelector(".error");
  const chip = document.querySelector("[data-show=name]");
  const place = `${location.pathname} name`;
  const show = () => {
    chip.textContent = book.name;
    chip.hidden = !book.name;
    form.hidden = book.now !== "cover" || Boolean(book.name);
  };
  try {
    book.name = localStorage.getItem(place) ?? "";
  } catch {
    book.name = "";
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    error.hidden = field.value.trim() !== "";
    if (!field.value.trim()) return;
    book.name = field.value.trim();
    try {
      localStorage.setItem(place, book.name);
    } catch {
      document.body.dataset.kept = "no";
    }
    book.show();
  });
  book.on("shown", show);
}
