// Picks one of many by chance: names, games, chores, anything.
"use strict";
{
  const facts = {{facts}};
  tool.section(facts, (body) => {
    const kept = tool.keep(facts.id, { choices: facts.items, gone: [], past: [] });
    const shown = tool.el("p", { class: "picked", "data-show": "picked", "aria-live": "polite" }, "?");
    const chips = tool.el("ul", { class: "chips" });
    const past = tool.el("p", { class: "note", "data-show": "past" });
    let turning = 0;
    const open = () => (facts.once ? kept.value.choices.filter((one) => !kept.value.gone.includes(one)) : kept.value.choices);

    const land = (one) => {
      turning = 0;
      shown.textContent = one;
      shown.classList.add("landed");
      body.dataset.state = "picked";
      kept.change({ ...kept.value, gone: facts.once ? [...kept.value.gone, one] : [], past: [one, ...kept.value.past].slice(0, 8) });
      tool.happen("picker:pick", one);
      if (facts.once && !open().length) tool.say("Everyone had a turn. The next round begins.");
    };
    const turn = (left, one) => {
      if (!left) { land(one); return; }
      shown.textContent = kept.value.choices[left % kept.value.choices.length];
      turning = setTimeout(() => turn(left - 1, one), 40 + 10 * (12 - left));
    };
    const pick = () => {
      if (turning) return;
      if (kept.value.choices.length < 2) { tool.say("Write at least two to choose from."); return; }
      if (facts.once && !open().length) kept.change({ ...kept.value, gone: [] });
      const from = open();
      const one = from[Math.floor(Math.random() * from.length)];
      shown.classList.remove("landed");
      body.dataset.state = "turning";
      if (tool.calm()) land(one); else turn(12, one);
    };
    const add = (words) => {
      const fresh = words.split(/[,;]/).map((one) => one.trim()).filter((one) => one && !kept.value.choices.includes(one));
      kept.change({ ...kept.value, choices: [...kept.value.choices, ...fresh] });
      tool.happen("picker:add", words);
    };
    const drop = (one) => {
      tool.changing(kept, { ...kept.value, choices: kept.value.choices.filter((other) => other !== one) }, `“${one}” is gone.`);
      tool.happen("picker:delete", one);
    };
    kept.show = () => {
      chips.replaceChildren(...kept.value.choices.map((one) => tool.el("li", { class: open().includes(one) ? "choice" : "choice done", "data-entry": one },
        tool.el("span", { "data-part": "words" }, one), tool.button("delete", "cross", `Delete ${one}`, () => drop(one), "round tiny"))));
      if (!kept.value.choices.length) chips.append(tool.el("li", {}, tool.empty("shuffle", facts.empty)));
      past.textContent = kept.value.past.length ? `So far: ${kept.value.past.join(", ")}` : "";
    };
    kept.show();
    body.append(tool.el("div", { class: "window" }, shown), tool.el("div", { class: "buttons" }, tool.button("pick", "shuffle", facts.button, pick, "main big")), past, chips, tool.adder(facts.label, facts.example, add));
  });
}
