// Turns one unit into another, both ways; a rate that changes can be changed.
"use strict";
{
  const facts = {{facts}};
  tool.section(facts, (body) => {
    const kept = tool.keep(facts.id, { rates: facts.pairs.map((pair) => pair.rate), at: 0 });
    const choose = tool.el("select", { "data-in": "pair", "aria-label": "What to convert" }, ...facts.pairs.map((pair, place) => tool.el("option", { value: place }, `${pair.from} ↔ ${pair.to}`)));
    const left = tool.el("input", { type: "text", inputmode: "decimal", "data-in": "from" });
    const right = tool.el("input", { type: "text", inputmode: "decimal", "data-in": "to" });
    const names = [tool.el("span", {}), tool.el("span", {})];
    const rate = tool.el("input", { type: "text", inputmode: "decimal", "data-in": "rate", "aria-label": "Rate" });
    const rule = tool.el("p", { class: "note", "data-show": "rule", "aria-live": "polite" });
    const pair = () => facts.pairs[kept.value.at] || facts.pairs[0];
    const worth = () => Number(kept.value.rates[kept.value.at]) || pair().rate;
    const number = (words) => {
      const plain = words.trim().replace(/\s/g, "").replace(",", ".");
      return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
    };
    const spell = (value) => String(Number(value.toPrecision(10).includes("e") ? value : Math.round(value * 10000) / 10000));
    const show = (from) => {
      const [source, target] = from === "to" ? [right, left] : [left, right];
      const value = number(source.value);
      source.setAttribute("aria-invalid", String(value === null && source.value.trim() !== ""));
      if (value === null) {
        target.value = "";
        rule.textContent = source.value.trim() ? "Write a number, like 12 or 3.5." : "";
        return;
      }
      const result = from === "to" ? (value - pair().shift) / worth() : value * worth() + pair().shift;
      target.value = spell(result);
      rule.textContent = from === "to" ? `${spell(value)} ${pair().to} = ${spell(result)} ${pair().from}` : `${spell(value)} ${pair().from} = ${spell(result)} ${pair().to}`;
      tool.happen("converter:convert", result);
    };
    const price = () => {
      const value = number(rate.value);
      if (value === null || value <= 0) { tool.say("A rate is a number above 0."); return; }
      kept.value.rates[kept.value.at] = value;
      kept.save();
      show("from");
    };
    kept.show = () => {
      choose.value = String(Math.min(kept.value.at, facts.pairs.length - 1));
      names[0].textContent = pair().from;
      names[1].textContent = pair().to;
      rate.value = spell(worth());
      rates.hidden = !pair().changes;
      rates.firstChild.textContent = `1 ${pair().from} =`;
      rates.lastChild.textContent = pair().to;
      show("from");
    };
    left.addEventListener("input", () => show("from"));
    right.addEventListener("input", () => show("to"));
    rate.addEventListener("change", price);
    choose.addEventListener("change", () => kept.change({ ...kept.value, at: Number(choose.value) }));
    const rates = tool.el("label", { class: "rate" }, tool.el("span", {}), rate, tool.el("span", {}));
    left.value = String(facts.first);
    kept.show();
    if (facts.pairs.length > 1) body.append(choose);
    body.append(tool.el("div", { class: "two" }, tool.el("label", { class: "amount" }, left, names[0]), tool.el("span", { class: "equals", "aria-hidden": "true" }, tool.icon("swap")), tool.el("label", { class: "amount" }, right, names[1])), rates, rule);
  });
}
