"use strict";
{
  // Which endings were found so far; they are kept for the next visit.
  const chip = document.querySelector("[data-show=endings]");
  const name = `${location.pathname} endings`;
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "[]");
    } catch {
      return [];
    }
  };
  const found = new Set(read());
  book.on("shown", (page) => {
    if (page.ending) found.add(page.ending);
    const all = new Set(Object.values(book.pages).map((one) => one.ending).filter(Boolean));
    all.delete("plain");
    chip.textContent = chip.dataset.words.replace("{n}", String(found.size)).replace("{all}", String(all.size));
    chip.dataset.value = String(found.size);
    try {
      localStorage.setItem(name, JSON.stringify([...found]));
    } catch {
      document.body.dataset.kept = "no";
    }
  });
}
