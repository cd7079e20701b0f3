// Flash cards: write two sides, practise, turn over, and see what you know.
"use strict";
{
  const facts = {{facts}};
  tool.section(facts, (body) => {
    const kept = tool.keep(facts.id, { cards: facts.pairs.map(([front, back], id) => ({ id, front, back, known: 0 })) });
    let round = [];
    let right = 0;
    let asked = 0;
    let turned = false;
    const all = () => kept.value.cards;
    const card = tool.el("button", { type: "button", class: "flash", "data-do": "flip", "aria-live": "polite" });
    const told = tool.el("p", { class: "note", "data-show": "round", "aria-live": "polite" });
    const rows = tool.el("ul", { class: "rows small" });

    const show = () => {
      const now = round[0];
      card.classList.toggle("turned", turned);
      card.dataset.side = !now ? "none" : turned ? "back" : "front";
      card.textContent = now ? (turned ? now.back : now.front) : all().length ? "Press Practise" : "Write your first card";
      for (const button of [yes, no]) button.hidden = !now || !turned;
      go.hidden = Boolean(now);
      if (now) told.textContent = `${asked + 1} of ${asked + round.length}`;
    };
    const start = () => {
      if (!all().length) { tool.say("Write a card first."); return; }
      round = all().map((one) => ({ at: Math.random() + one.known * 0.2, one })).sort((one, other) => one.at - other.at).map((entry) => entry.one);
      right = asked = 0;
      turned = false;
      tool.happen("cards:start");
      show();
    };
    const flip = () => {
      if (!round.length) { start(); return; }
      turned = !turned;
      tool.happen("cards:flip");
      show();
    };
    const answer = (knew) => {
      const now = round.shift();
      kept.value.cards = all().map((one) => (one.id === now.id ? { ...one, known: Math.max(0, one.known + (knew ? 1 : -1)) } : one));
      kept.save();
      asked += 1;
      right += knew ? 1 : 0;
      turned = false;
      tool.happen(knew ? "cards:right" : "cards:wrong");
      show();
      if (!round.length) { told.textContent = `You knew ${right} of ${asked}.`; tool.happen("cards:end", right); }
    };
    const add = () => {
      const [front, back] = [one_side.value.trim(), other_side.value.trim()];
      if (!front || !back) { tool.say("A card needs both sides."); return; }
      kept.change({ cards: [...all(), { id: 1 + Math.max(0, ...all().map((one) => one.id)), front, back, known: 0 }] });
      one_side.value = other_side.value = "";
      one_side.focus();
      tool.happen("cards:add", front);
    };
    const drop = (one) => {
      round = round.filter((other) => other.id !== one.id);
      tool.changing(kept, { cards: all().filter((other) => other.id !== one.id) }, `“${one.front}” is gone.`);
      tool.happen("cards:delete");
    };
    kept.show = () => {
      rows.replaceChildren(...all().map((one) => tool.el("li", { class: "row", "data-entry": one.id }, tool.el("span", { class: "words", "data-part": "words" }, `${one.front} · ${one.back}`), tool.button("delete", "trash", `Delete ${one.front}`, () => drop(one), "round tiny"))));
      deck.textContent = tool.plural(all().length, "card", "cards");
      show();
    };
    const deck = tool.el("summary", { "data-show": "deck" });
    const yes = tool.button("yes", "check", "I knew it", () => answer(true), "main");
    const no = tool.button("no", "again", "Not yet", () => answer(false));
    const go = tool.button("practise", "play", "Practise", start, "main big");
    card.addEventListener("click", flip);
    const one_side = tool.el("input", { type: "text", "data-in": "front", "aria-label": facts.front, placeholder: facts.front, maxlength: 200 });
    const other_side = tool.el("input", { type: "text", "data-in": "back", "aria-label": facts.back, placeholder: facts.back, maxlength: 200 });
    const form = tool.el("form", { class: "adder two-sides" }, one_side, other_side);
    const put = tool.button("add", "plus", "Add", null, "main");
    put.type = "submit";
    form.append(put);
    form.addEventListener("submit", (event) => { event.preventDefault(); add(); });
    kept.show();
    body.append(card, tool.el("div", { class: "buttons" }, go, yes, no), told, form, tool.el("details", {}, deck, rows));
  });
}
