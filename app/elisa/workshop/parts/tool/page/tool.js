// What all sections share: elements, icons, keeping things, saying things, taking back, sounds.
"use strict";

const tool = { heard: {}, kept: new Map(), prefix: document.body.dataset.tool };

tool.icons = {
  plus: "M12 5v14M5 12h14", minus: "M5 12h14", check: "M5 13l4.5 4.5L19 7", cross: "M6 6l12 12M18 6L6 18",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6", pencil: "M4 20l1-5L16 4l4 4L9 19z",
  play: "M8 5l11 7-11 7z", pause: "M8 5v14M16 5v14", again: "M5 12a7 7 0 1 0 2.5-5.4M5 4v4h4",
  flag: "M6 21V4h12l-2.5 4L18 12H6", star: "M12 4l2.5 5 5.5.8-4 3.9.9 5.5-4.9-2.6-4.9 2.6.9-5.5-4-3.9 5.5-.8z",
  undo: "M4 10h10a5 5 0 0 1 0 10h-3M4 10l4-4M4 10l4 4", down: "M12 4v11M7 11l5 5 5-5M5 20h14",
  up: "M12 20V9M7 12l5-5 5 5M5 4h14", clock: "M12 3a9 9 0 1 0 .1 0M12 7v5l3.5 2", list: "M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5",
  count: "M6 5v14M10 5v14M14 5v14M18 5v14M3 16L21 8", shuffle: "M4 7h3l10 10h3M4 17h3l3-3M14 10l3-3h3M18 4l3 3-3 3M18 14l3 3-3 3",
  dice: "M5 5h14v14H5zM9 9h.5M15 15h.5M15 9h.5M9 15h.5", swap: "M4 8h14l-4-4M20 16H6l4 4",
  sum: "M5 4h14v16H5zM8 8h8M8 13h1M12 13h.5M15.5 13h.5M8 17h1M12 17h.5M15.5 17h.5", days: "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5M8 14h2M14 14h2",
  brush: "M14 4l6 6-8 8H6v-6zM6 18l-2 3", note: "M5 4h14v11l-5 5H5zM14 20v-5h5", cards: "M4 7h11v13H4zM9 7V4h11v13h-5",
  cup: "M7 4h10v6a5 5 0 0 1-10 0zM7 6H4c0 4 1 5 3.5 5M17 6h3c0 4-1 5-3.5 5M12 15v4M8 20h8", search: "M10.5 4a6.5 6.5 0 1 0 .1 0M15.5 15.5L20 20",
};

// An element: el("p", { class: "big" }, "words", otherElement).
tool.el = (tag, marks = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(marks)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...inside);
  return made;
};

tool.icon = (name) => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" })) svg.setAttribute(key, value);
  path.setAttribute("d", tool.icons[name] || "");
  svg.append(path);
  return svg;
};

// A button with an icon and words, or with an icon alone and words for those who listen.
tool.button = (doing, icon, words, click, style = "") => {
  const alone = style.includes("round");
  const button = tool.el("button", { type: "button", class: `button ${style}`, "data-do": doing, onclick: click });
  if (icon) button.append(tool.icon(icon));
  if (alone) { button.setAttribute("aria-label", words); button.title = words; }
  else if (words) button.append(tool.el("span", {}, words));
  return button;
};

// A section of the page, in the order that the page names them.
tool.section = (facts, build) => {
  const place = document.getElementById(facts.id);
  const body = tool.el("div", { class: "inside" });
  place.dataset.section = facts.kind;
  place.append(tool.el("h2", { id: `${facts.id}-title` }, tool.icon(facts.icon), tool.el("span", {}, facts.title)), body);
  place.setAttribute("aria-labelledby", `${facts.id}-title`);
  place.hidden = false;
  build(body, facts);
};

// Something that is still there tomorrow: { value, save() }. A full or forbidden store is said once.
tool.keep = (id, first) => {
  const name = `${tool.prefix}:${id}`;
  const thing = {
    value: tool.copy(first),
    save() {
      try { localStorage.setItem(name, JSON.stringify(thing.value)); }
      catch { tool.say("I could not keep this. The browser's store is full or closed."); }
    },
    change(value) { thing.value = value; thing.save(); thing.show(); },
    show() {},
  };
  try {
    const found = localStorage.getItem(name);
    if (found !== null) thing.value = tool.fitting(JSON.parse(found), first);
  } catch { thing.value = tool.copy(first); }
  tool.kept.set(id, thing);
  return thing;
};

tool.copy = (value) => JSON.parse(JSON.stringify(value));

// What was kept by an older page, or comes from a file, only where it has the shape that is expected.
tool.fitting = (found, first) => {
  const kind = (value) => (Array.isArray(value) ? "list" : value === null ? "none" : typeof value);
  if (kind(found) !== kind(first)) return tool.copy(first);
  if (kind(first) !== "object") return found;
  const made = tool.copy(first);
  for (const key of Object.keys(first)) if (key in found) made[key] = tool.fitting(found[key], first[key]);
  return made;
};

// A word at the foot of the page, with a way back if there is one.
tool.say = (words, undo) => {
  const line = document.getElementById("said");
  line.replaceChildren(tool.el("span", {}, words));
  if (undo) {
    line.append(tool.button("undo", "undo", "Take it back", () => { undo(); line.replaceChildren(); line.classList.remove("there"); }));
  }
  line.classList.add("there");
  clearTimeout(tool.later);
  tool.later = setTimeout(() => { line.classList.remove("there"); line.replaceChildren(); }, 9000);
};

// Change what is kept and offer the way back.
tool.changing = (thing, value, words) => {
  const before = tool.copy(thing.value);
  thing.change(value);
  tool.say(words, () => thing.change(before));
};

// Something happened: whoever listens for it does its part.
tool.listeners = new Map();
tool.when = (event, act) => tool.listeners.set(event, [...(tool.listeners.get(event) || []), act]);
tool.happen = (event, fact) => (tool.listeners.get(event) || []).forEach((act) => act(fact));

tool.plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;
tool.calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// A small form of one line: words in, done with Enter or the button.
tool.adder = (label, example, add, doing = "add") => {
  const box = tool.el("input", { type: "text", "aria-label": label, placeholder: example, maxlength: 120, "data-in": doing, autocomplete: "off" });
  const form = tool.el("form", { class: "adder" }, box);
  const button = tool.button(doing, "plus", "Add", null, "main");
  button.type = "submit";
  form.append(button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = box.value.trim();
    if (words) { add(words); box.value = ""; } else tool.say(`${label}: write something first.`);
    box.focus();
  });
  return form;
};

// Change words where they stand: Enter keeps, Escape leaves them as they were.
tool.rename = (place, words, done) => {
  const box = tool.el("input", { type: "text", class: "rename", "aria-label": "New words", maxlength: 120, "data-in": "rename" });
  box.value = words;
  let open = true;
  const close = (keep) => {
    if (!open) return;
    open = false;
    done(keep && box.value.trim() ? box.value.trim() : words);
  };
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") close(true);
    if (event.key === "Escape") close(false);
  });
  box.addEventListener("blur", () => close(true));
  place.replaceChildren(box);
  box.focus();
  box.select();
};

// An empty place: a drawing and one thing to do.
tool.empty = (icon, words) => {
  const drawn = document.querySelector("#mascot img");
  const picture = drawn ? tool.el("img", { src: drawn.getAttribute("src"), alt: "", class: "small-picture" }) : tool.icon(icon);
  return tool.el("div", { class: "empty" }, picture, tool.el("p", {}, words));
};
