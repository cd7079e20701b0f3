// @ts-check
"use strict";

// The end: one screen for a game that is lost, one for a game that is won. Both start again.
{
  /** @type {NodeListOf<HTMLElement>} */
  const screens = document.querySelectorAll('[data-screen="over"], [data-screen="won"]');

  const show = () => {
    for (const screen of screens) {
      const mine = screen.dataset.screen === game.state;
      screen.hidden = !mine;
      if (!mine) continue;
      const points = screen.querySelector(".points");
      if (points) points.textContent = String(game.score);
      game.say(screen.querySelector("h2")?.textContent ?? "");
      screen.querySelector("button")?.focus();
    }
  };

  const again = () => {
    for (const screen of screens) screen.hidden = true;
    game.start();
  };

  for (const screen of screens) screen.querySelector("button")?.addEventListener("click", again);
  addEventListener("keydown", (event) => {
    const ended = game.state === "over" || game.state === "won";
    const wanted = ["Enter", " ", "r", "R"].includes(event.key);
    const elsewhere = event.target instanceof HTMLButtonElement && event.target.dataset.do !== "again";
    if (!ended || !wanted || event.repeat || elsewhere) return;
    event.preventDefault();
    again();
  });
  game.on("over", show);
  game.on("won", show);
}
