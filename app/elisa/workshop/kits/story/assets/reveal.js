"use strict";
{
  // The text comes word by word; a click or a key shows all of it. With reduced motion it is there at once.
  const words = document.querySelector("#words");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let timer = 0;
  let hidden = [];

  const all = () => {
    clearInterval(timer);
    for (const one of hidden) one.classList.remove("coming");
    hidden = [];
    words.dataset.revealing = "no";
  };
  const one = () => {
    hidden.shift()?.classList.remove("coming");
    words.dataset.shown = String(Number(words.dataset.shown) + 1);
    if (!hidden.length) all();
  };
  const cut = (line) => {
    const parts = line.textContent.split(/(\s+)/);
    line.replaceChildren(
      ...parts.map((part) => {
        const piece = document.createElement("span");
        piece.textContent = part;
        if (part.trim()) piece.className = "coming";
        return piece;
      }),
    );
  };
  book.on("shown", () => {
    clearInterval(timer);
    words.dataset.shown = "0";
    if (still.matches) return;
    for (const line of words.children) cut(line);
    hidden = [...words.querySelectorAll(".coming")];
    words.dataset.revealing = "yes";
    timer = setInterval(one, 70);
  });
  words.addEventListener("click", all);
  document.addEventListener("keydown", (event) => {
    if (event.key === " " && !(event.target instanceof HTMLButtonElement)) all();
  });
}
