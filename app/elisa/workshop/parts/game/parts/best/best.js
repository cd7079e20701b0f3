// @ts-check
"use strict";

// The best score. It is kept on this computer, so it is still there tomorrow.
{
  const number = document.querySelector('[data-show="best"]');
  const name = `best score: ${document.title}`;
  let best = 0;

  // Some computers do not allow pages to keep things. Then the best score lasts until the page is closed.
  const remember = () => {
    try {
      best = Math.max(best, Number(localStorage.getItem(name)) || 0);
      localStorage.setItem(name, String(best));
    } catch {
      return;
    }
  };

  const show = () => {
    if (!(number instanceof HTMLElement)) return;
    number.dataset.value = String(best);
    const words = number.querySelector("b");
    if (words) words.textContent = String(best);
  };

  const finish = () => {
    const record = game.score > best;
    best = Math.max(best, game.score);
    document.body.classList.toggle("record", record);
    remember();
    show();
    if (record) game.send("best");
  };

  remember();
  show();
  game.on("over", finish);
  game.on("won", finish);
}
