"use strict";
// Everything is in the book: say what stands at the end where no ending was written, and open it.
book.plain({
  scene: book.pages.cover.scene,
  cast: book.pages.cover.cast,
  words: [document.body.dataset.plain],
  ending: "plain",
});
book.send("ready");
if (!book.now) book.open("cover");
