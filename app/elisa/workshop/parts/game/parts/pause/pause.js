// @ts-check
"use strict";

// Pause: with P, Escape, the button, or when the page is hidden behind another one.
{
  const screen = document.querySelector('[data-screen="paused"]');
  const goOnButton = screen?.querySelector("button");
  const button = document.querySelector('[data-do="pause"]');

  const stop = () => {
    game.pause();
    if (game.state !== "paused") return;
    screen?.removeAttribute("hidden");
    goOnButton?.focus();
    game.say(screen?.querySelector("h2")?.textContent ?? "");
  };

  const goOn = () => {
    if (game.state !== "paused") return;
    screen?.setAttribute("hidden", "");
    game.play();
    game.send("go-on");
  };

  addEventListener("keydown", (event) => {
    if (event.repeat || !["p", "P", "Escape"].includes(event.key)) return;
    if (game.state === "paused") goOn();
    else stop();
  });
  addEventListener("visibilitychange", () => {
    if (document.hidden) stop();
  });
  button?.addEventListener("click", stop);
  goOnButton?.addEventListener("click", goOn);
}
