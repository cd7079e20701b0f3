// Counts things: one more, one less, back to zero, as many counters as wanted.
"use strict";
{
  const facts = {{facts}};
  tool.section(facts, (body) => {
    const kept = tool.keep(facts.id, { counters: facts.items.map((words, id) => ({ id, words, count: 0 })) });
    const grid = tool.el("div", { class: "tiles" });
    const all = () => kept.value.counters;
    const mark = (id, change) => kept.change({ counters: all().map((one) => (one.id === id ? { ...one, ...change } : one)) });
    const add = (words) => {
      kept.change({ counters: [...all(), { id: 1 + Math.max(0, ...all().map((one) => one.id)), words, count: 0 }] });
      tool.happen("counter:add", words);
    };
    const move = (one, step) => {
      const count = Math.max(0, one.count + step);
      mark(one.id, { count });
      tool.happen(step > 0 ? "counter:up" : "counter:down", one.words);
      if (step > 0 && one.count < facts.goal && count >= facts.goal) {
        tool.say(`${one.words}: ${count}. You reached your goal!`);
        tool.happen("counter:goal", one.words);
      }
    };
    const zero = (one) => {
      tool.changing(kept, { counters: all().map((other) => (other.id === one.id ? { ...other, count: 0 } : other)) }, `${one.words} is back to 0.`);
      tool.happen("counter:zero", one.words);
    };
    const drop = (one) => {
      tool.changing(kept, { counters: all().filter((other) => other.id !== one.id) }, `“${one.words}” is gone.`);
      tool.happen("counter:delete", one.words);
    };
    const tile = (one) => {
      const words = tool.el("span", { "data-part": "words" }, one.words);
      const change = () => tool.rename(words, one.words, (better) => mark(one.id, { words: better }));
      const number = tool.el("p", { class: "number", "data-show": "count", "aria-live": "polite" }, String(one.count));
      const buttons = tool.el("div", { class: "buttons" },
        tool.button("down", "minus", `One less: ${one.words}`, () => move(one, -facts.step), "round big"),
        tool.button("up", "plus", `One more: ${one.words}`, () => move(one, facts.step), "round big main"));
      const more = tool.el("div", { class: "buttons little" },
        tool.button("zero", "again", `Back to zero: ${one.words}`, () => zero(one), "round"),
        tool.button("edit", "pencil", `Change ${one.words}`, change, "round"),
        tool.button("delete", "trash", `Delete ${one.words}`, () => drop(one), "round"));
      const made = tool.el("article", { class: "tile", "data-entry": one.id }, tool.el("h3", {}, words), number, buttons, more);
      if (facts.goal < Infinity && facts.goal > 0) made.insertBefore(tool.el("p", { class: "note", "data-show": "goal" }, `Goal: ${facts.goal}`), buttons);
      return made;
    };
    kept.show = () => {
      const held = document.activeElement?.getAttribute("aria-label");
      grid.replaceChildren(...all().map(tile));
      if (!all().length) grid.append(tool.empty("count", facts.empty));
      if (held) [...grid.querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === held)?.focus();
    };
    kept.show();
    body.append(grid, tool.adder(facts.label, facts.example, add));
  });
}
