"use strict";
// Start the story again, from its cover.
for (const button of document.querySelectorAll("[data-do=restart]")) {
  button.addEventListener("click", () => book.restart());
}
document.addEventListener("keydown", (event) => {
  const writing = event.target instanceof HTMLInputElement;
  if (!writing && event.key.toLowerCase() === "r" && !event.ctrlKey && !event.metaKey) book.restart();
});
