"use strict";
// The book: its pages, what the reader has, and which page is open. Chapters follow one another as they are put in.
const book = {
  pages: {},
  chapters: [],
  last: "",
  have: [],
  trail: [],
  now: null,
  hears: {},

  /** Puts a page in. `chapter` is where it belongs; the first page of a chapter opens it. */
  page(chapter, id, page) {
    if (!book.chapters.includes(chapter)) {
      book.chapters.push(chapter);
      book.pages[chapter] = { ...page, chapter };
    }
    book.pages[id] = { ...page, chapter };
  },

  /** What stands there when no chapter follows. */
  plain(page) {
    book.pages["the-end"] = { ...page, chapter: "the-end" };
  },

  /** The chapter that comes last, whatever else is put in. */
  end(chapter) {
    book.last = chapter;
  },

  on: (name, heard) => {
    book.hears[name] = [...(book.hears[name] ?? []), heard];
  },

  send: (name, detail) => {
    for (const heard of book.hears[name] ?? []) heard(detail);
  },

  /** Where "next" leads from a page. */
  next(page) {
    const order = [...book.chapters.filter((one) => one !== book.last), book.last].filter(Boolean);
    return order[order.indexOf(page.chapter) + 1] ?? "the-end";
  },

  /** Opens a page; what was open before can be gone back to. */
  open(id, { turning = true } = {}) {
    if (turning && book.now) book.trail.push({ page: book.now, have: [...book.have] });
    book.now = book.pages[id] ? id : "the-end";
    book.show();
    book.send("opened", book.now);
  },

  choices() {
    return (book.pages[book.now].choices ?? []).filter((one) => !one.needs || book.have.includes(one.needs));
  },

  choose(number) {
    const choice = book.choices()[number - 1];
    if (!choice) return;
    const from = book.pages[book.now];
    book.trail.push({ page: book.now, have: [...book.have] });
    if (choice.gives && !book.have.includes(choice.gives)) book.have.push(choice.gives);
    book.send("chosen", choice);
    book.open(choice.to === "next" ? book.next(from) : choice.to, { turning: false });
  },

  restart() {
    book.have = [];
    book.trail = [];
    book.now = null;
    book.send("restarted");
    book.open("cover");
  },
};

{
  const words = document.querySelector("#words");
  const choices = document.querySelector("#choices");
  const cast = document.querySelector("#cast");

  const stand = (names) => {
    for (const picture of cast.children) picture.hidden = !names.includes(picture.dataset.name);
    for (const name of names) cast.append(cast.querySelector(`[data-name="${name}"]`));
    cast.dataset.count = String(names.length);
  };

  const paragraphs = (page) => {
    const also = (page.also ?? []).filter((one) => book.have.includes(one.has)).map((one) => one.words);
    return [...page.words, ...also].map((text) => {
      const line = document.createElement("p");
      line.textContent = text.replaceAll("{name}", book.name ?? "");
      return line;
    });
  };

  const button = (choice, place) => {
    const entry = document.createElement("li");
    const made = document.createElement("button");
    const key = document.createElement("kbd");
    made.type = "button";
    made.dataset.choice = String(place + 1);
    made.dataset.words = choice.words;
    key.textContent = String(place + 1);
    key.setAttribute("aria-hidden", "true");
    made.append(key, choice.words);
    made.addEventListener("click", () => book.choose(place + 1));
    entry.append(made);
    return entry;
  };

  book.show = () => {
    const page = book.pages[book.now];
    document.body.dataset.page = book.now;
    document.body.dataset.state = page.ending ? "ended" : "reading";
    document.body.dataset.ending = page.ending ?? "";
    document.body.dataset.scene = page.scene;
    for (const scene of document.querySelectorAll(".scene")) scene.hidden = scene.dataset.name !== page.scene;
    document.querySelector("#cover").hidden = book.now !== "cover";
    document.querySelector("#end").hidden = !page.ending;
    stand(page.cast ?? []);
    words.replaceChildren(...paragraphs(page));
    choices.replaceChildren(...book.choices().map(button));
    document.querySelector("#page").scrollTop = 0;
    book.send("shown", page);
  };

  document.addEventListener("keydown", (event) => {
    const writing = event.target instanceof HTMLInputElement;
    if (!writing && /^[1-9]$/.test(event.key)) book.choose(Number(event.key));
  });
}
