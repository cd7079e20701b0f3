// @ts-check
"use strict";

// The start screen says what to do, and waits for a key or a tap.
{
  const screen = document.querySelector('[data-screen="start"]');
  const button = screen?.querySelector("button");

  const open = () => {
    // The other parts have left their lines in #how-to: show them here.
    const list = screen?.querySelector(".help");
    const lines = document.querySelectorAll("#how-to > li");
    for (const line of lines) list?.append(line);
    screen?.removeAttribute("hidden");
    button?.focus();
  };

  const begin = () => {
    screen?.setAttribute("hidden", "");
    game.start();
  };

  button?.addEventListener("click", begin);
  addEventListener("keydown", (event) => {
    const wanted = event.key === "Enter" || event.key === " ";
    const elsewhere = event.target instanceof HTMLButtonElement && event.target !== button;
    if (!wanted || event.repeat || elsewhere || game.state !== "ready") return;
    event.preventDefault();
    begin();
  });
  game.on("open", open);
}
