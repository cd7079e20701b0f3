"use strict";
{
  // One page back, with everything as it was then.
  const button = document.querySelector("[data-do=back]");
  const back = () => {
    const before = book.trail.pop();
    if (!before) return;
    book.have = before.have;
    book.open(before.page, { turning: false });
  };
  button.addEventListener("click", back);
  document.addEventListener("keydown", (event) => {
    const writing = event.target instanceof HTMLInputElement;
    if (!writing && (event.key === "Backspace" || event.key.toLowerCase() === "b")) back();
  });
  book.on("shown", () => {
    button.disabled = book.trail.length === 0;
  });
}
