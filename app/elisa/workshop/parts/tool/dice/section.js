// Rolls dice (two sides make a coin), adds them up, remembers the last rolls.
"use strict";
{
  const facts = {{facts}};
  tool.section(facts, (body) => {
    const kept = tool.keep(facts.id, { count: facts.count, past: [] });
    const table = tool.el("div", { class: "dice" });
    const total = tool.el("p", { class: "total", "data-show": "total", "aria-live": "polite" });
    const past = tool.el("p", { class: "note", "data-show": "past" });
    const DOTS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
    let now = [];

    const name = (value) => (facts.sides === 2 ? facts.faces[value - 1] : String(value));
    const die = (value) => {
      const made = tool.el("div", { class: facts.sides === 2 ? "die coin" : "die", role: "img", "aria-label": value ? name(value) : "not rolled", "data-die": value || "" });
      if (facts.sides === 6 && value) {
        for (let place = 1; place <= 9; place += 1) made.append(tool.el("i", { class: DOTS[value].includes(place) ? "dot" : "" }));
        made.classList.add("pips");
      } else made.append(value ? name(value) : "?");
      return made;
    };
    const show = () => {
      table.replaceChildren(...(now.length ? now : Array(kept.value.count).fill(0)).map(die));
      total.textContent = !now.length ? "" : facts.sides === 2 ? now.map(name).join(", ") : now.length > 1 ? `Together: ${now.reduce((one, other) => one + other, 0)}` : `You rolled a ${now[0]}`;
      past.textContent = kept.value.past.length ? `So far: ${kept.value.past.join(", ")}` : "";
    };
    const roll = () => {
      now = Array.from({ length: kept.value.count }, () => 1 + Math.floor(Math.random() * facts.sides));
      const words = facts.sides === 2 ? now.map(name).join(" ") : String(now.reduce((one, other) => one + other, 0));
      kept.change({ ...kept.value, past: [words, ...kept.value.past].slice(0, 10) });
      table.classList.remove("rolling");
      void table.offsetWidth;
      table.classList.add("rolling");
      body.dataset.rolls = String(Number(body.dataset.rolls || 0) + 1);
      tool.happen("dice:roll", now);
      if (now.length > 1 && now.every((value) => value === now[0])) tool.happen("dice:double", now);
      if (facts.sides > 2 && now.includes(facts.sides)) tool.happen("dice:top", now);
    };
    const more = (step) => {
      now = [];
      kept.change({ ...kept.value, count: Math.min(6, Math.max(1, kept.value.count + step)) });
      tool.happen("dice:count");
    };
    kept.show = show;
    show();
    const thing = facts.sides === 2 ? "coin" : "die";
    body.append(table, total, tool.el("div", { class: "buttons" },
      tool.button("fewer", "minus", `One ${thing} less`, () => more(-1), "round"),
      tool.button("roll", facts.sides === 2 ? "swap" : "dice", facts.button, roll, "main big"),
      tool.button("more", "plus", `One ${thing} more`, () => more(1), "round")), past);
  });
}
