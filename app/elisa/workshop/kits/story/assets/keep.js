"use strict";
{
  // The reader's place is kept on this computer; a browser that forbids it just begins at the cover.
  const name = `${location.pathname} place`;
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "null");
    } catch {
      return null;
    }
  };
  book.on("opened", () => {
    try {
      localStorage.setItem(name, JSON.stringify({ page: book.now, have: book.have, trail: book.trail }));
    } catch {
      document.body.dataset.kept = "no";
    }
  });
  book.on("ready", () => {
    const place = read();
    if (!place || !book.pages[place.page]) return;
    book.have = place.have;
    book.trail = place.trail;
    book.open(place.page, { turning: false });
  });
}
