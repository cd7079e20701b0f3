// A list of things to do: write, tick off, change, throw away, and take back.
"use strict";
{
  const facts = {{facts}};
  tool.section(facts, (body) => {
    const list = tool.keep(facts.id, { entries: facts.items.map((words, id) => ({ id, words, done: false, star: false })) });
    const rows = tool.el("ul", { class: "rows" });
    const left = tool.el("p", { class: "note", "data-show": "left", "aria-live": "polite" });
    const bar = tool.el("div", { class: "bar", "aria-hidden": "true" }, tool.el("i", {}));
    const put = (entries) => list.change({ entries });
    const all = () => list.value.entries;

    const add = (words) => {
      const id = 1 + Math.max(0, ...all().map((entry) => entry.id));
      put([...all(), { id, words, done: false, star: false }]);
      tool.happen("checklist:add", words);
    };
    const mark = (id, change) => put(all().map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
    const tick = (entry, done) => {
      mark(entry.id, { done });
      tool.happen(done ? "checklist:tick" : "checklist:untick", entry.words);
      if (done && all().every((one) => one.done)) {
        tool.say(facts.all_done);
        tool.happen("checklist:all");
      }
    };
    const drop = (entry) => {
      tool.changing(list, { entries: all().filter((one) => one.id !== entry.id) }, `“${entry.words}” is gone.`);
      tool.happen("checklist:delete", entry.words);
    };
    const clear = () => {
      if (all().some((entry) => entry.done)) tool.changing(list, { entries: all().filter((entry) => !entry.done) }, "The ticked ones are gone.");
      else tool.say("Nothing is ticked off yet.");
    };

    const row = (entry) => {
      const box = tool.el("input", { type: "checkbox", "data-do": "tick", onchange: () => tick(entry, box.checked) });
      box.checked = entry.done;
      const words = tool.el("span", { class: "words", "data-part": "words" }, entry.words);
      const line = tool.el("li", { class: entry.done ? "row done" : "row", "data-entry": entry.id }, tool.el("label", {}, box, words));
      if (facts.star) {
        const star = tool.button("star", "star", `Important: ${entry.words}`, () => mark(entry.id, { star: !entry.star }), "round star");
        star.setAttribute("aria-pressed", String(entry.star));
        line.append(star);
      }
      const change = () => tool.rename(words, entry.words, (kept) => mark(entry.id, { words: kept }));
      line.append(tool.button("edit", "pencil", `Change ${entry.words}`, change, "round"), tool.button("delete", "trash", `Delete ${entry.words}`, () => drop(entry), "round"));
      return line;
    };
    list.show = () => {
      const ordered = facts.star ? [...all()].sort((one, other) => Number(other.star) - Number(one.star)) : all();
      rows.replaceChildren(...ordered.map(row));
      if (!all().length) rows.append(tool.el("li", {}, tool.empty("list", facts.empty)));
      const open = all().filter((entry) => !entry.done).length;
      left.textContent = all().length ? `${open} of ${all().length} left` : "";
      bar.firstChild.style.width = all().length ? `${100 - (100 * open) / all().length}%` : "0";
    };
    list.show();
    body.append(tool.adder(facts.label, facts.example, add), bar, rows, tool.el("div", { class: "foot" }, left, tool.button("clear", "check", "Remove ticked", clear, "quiet")));
  });
}
