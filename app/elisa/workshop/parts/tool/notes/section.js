// Notes on paper slips: write, change, colour, find, throw away and take back.
"use strict";
{
  const facts = {{facts}};
  const PAPERS = ["sun", "mint", "sky", "rose"];
  tool.section(facts, (body) => {
    const kept = tool.keep(facts.id, { notes: facts.items.map((words, id) => ({ id, words, paper: id % PAPERS.length })) });
    const wall = tool.el("div", { class: "wall" });
    const found = tool.el("p", { class: "note", "data-show": "found", "aria-live": "polite" });
    const all = () => kept.value.notes;
    const add = () => {
      const words = box.value.trim();
      if (!words) { tool.say("Write something first."); box.focus(); return; }
      const id = 1 + Math.max(0, ...all().map((note) => note.id));
      kept.change({ notes: [{ id, words, paper: id % PAPERS.length }, ...all()] });
      box.value = "";
      box.focus();
      tool.happen("notes:add", words);
    };
    const mark = (id, change) => {
      kept.value.notes = all().map((note) => (note.id === id ? { ...note, ...change } : note));
      kept.save();
    };
    const drop = (note) => {
      tool.changing(kept, { notes: all().filter((one) => one.id !== note.id) }, "The note is gone.");
      tool.happen("notes:delete");
    };
    const slip = (note) => {
      const text = tool.el("textarea", { "data-in": "note", "aria-label": `Note ${note.id}`, rows: 4, maxlength: 4000 });
      text.value = note.words;
      text.addEventListener("input", () => { mark(note.id, { words: text.value }); tool.happen("notes:change"); });
      const paint = () => { const paper = (all().find((one) => one.id === note.id).paper + 1) % PAPERS.length; mark(note.id, { paper }); kept.show(); };
      return tool.el("article", { class: "slip", "data-paper": PAPERS[note.paper % PAPERS.length], "data-entry": note.id }, text,
        tool.el("div", { class: "buttons little" }, tool.button("paper", "brush", "Another colour", paint, "round tiny"), tool.button("delete", "trash", "Delete this note", () => drop(note), "round tiny")));
    };
    kept.show = () => {
      const wanted = search.value.trim().toLowerCase();
      const fitting = all().filter((note) => note.words.toLowerCase().includes(wanted));
      wall.replaceChildren(...fitting.map(slip));
      if (!fitting.length) wall.append(tool.empty("note", wanted ? "No note has these words." : facts.empty));
      found.textContent = wanted ? `${fitting.length} of ${tool.plural(all().length, "note", "notes")}` : tool.plural(all().length, "note", "notes");
    };
    const box = tool.el("textarea", { rows: 2, "data-in": "add", "aria-label": facts.label, placeholder: facts.example, maxlength: 4000 });
    box.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) add(); });
    const search = tool.el("input", { type: "search", "data-in": "search", "aria-label": "Find a note", placeholder: "Find a note" });
    search.addEventListener("input", () => kept.show());
    kept.show();
    body.append(tool.el("div", { class: "adder" }, box, tool.button("add", "plus", "Add", add, "main")), tool.el("div", { class: "foot" }, search, found), wall);
  });
}
