// Keeps score: players, points up and down, who leads, who has won.
"use strict";
{
  const facts = {{facts}};
  tool.section(facts, (body) => {
    const kept = tool.keep(facts.id, { players: facts.items.map((words, id) => ({ id, words, points: 0 })) });
    const rows = tool.el("ul", { class: "rows players" });
    const leader = tool.el("p", { class: "note", "data-show": "leader", "aria-live": "polite" });
    const all = () => kept.value.players;
    const put = (players) => kept.change({ players });
    const top = () => Math.max(0, ...all().map((one) => one.points));
    const give = (one, points) => {
      put(all().map((other) => (other.id === one.id ? { ...other, points: other.points + points } : other)));
      tool.happen(points > 0 ? "scores:up" : "scores:down", one.words);
      if (facts.goal && points > 0 && one.points < facts.goal && one.points + points >= facts.goal) {
        tool.effects.say(`${one.words} wins!`);
        tool.happen("scores:win", one.words);
      }
    };
    const add = (words) => { put([...all(), { id: 1 + Math.max(0, ...all().map((one) => one.id)), words, points: 0 }]); tool.happen("scores:add", words); };
    const drop = (one) => { tool.changing(kept, { players: all().filter((other) => other.id !== one.id) }, `“${one.words}” is gone.`); tool.happen("scores:delete"); };
    const zero = () => { tool.changing(kept, { players: all().map((one) => ({ ...one, points: 0 })) }, "A new game: all have 0."); tool.happen("scores:reset"); };
    const row = (one) => {
      const words = tool.el("span", { class: "words", "data-part": "words" }, one.words);
      const change = () => tool.rename(words, one.words, (better) => put(all().map((other) => (other.id === one.id ? { ...other, words: better } : other))));
      const leads = top() > 0 && one.points === top();
      const line = tool.el("li", { class: leads ? "row leads" : "row", "data-entry": one.id }, leads ? tool.icon("cup") : "", words, tool.el("b", { class: "points", "data-show": "points", "aria-live": "polite" }, String(one.points)));
      line.append(tool.button("less", "minus", `${facts.step} less for ${one.words}`, () => give(one, -facts.step), "round"));
      for (const step of facts.steps) line.append(tool.button(step === facts.step ? "more" : `more-${step}`, "", `+${step}`, () => give(one, step), step === facts.step ? "main chip" : "chip"));
      line.append(tool.button("edit", "pencil", `Change ${one.words}`, change, "round tiny"), tool.button("delete", "trash", `Delete ${one.words}`, () => drop(one), "round tiny"));
      return line;
    };
    kept.show = () => {
      rows.replaceChildren(...all().map(row));
      if (!all().length) rows.append(tool.el("li", {}, tool.empty("cup", facts.empty)));
      const best = all().filter((one) => top() > 0 && one.points === top()).map((one) => one.words);
      leader.textContent = best.length ? `${best.join(" and ")} ${best.length > 1 ? "lead" : "leads"} with ${top()}` : facts.goal ? `First to ${facts.goal} wins` : "Nobody has points yet";
    };
    kept.show();
    body.append(leader, rows, tool.adder(facts.label, facts.example, add), tool.el("div", { class: "buttons" }, tool.button("reset", "again", "New game", zero, "quiet")));
  });
}
