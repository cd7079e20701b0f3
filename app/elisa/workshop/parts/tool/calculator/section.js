// Works sums out: buttons and keys, brackets, point before line, the last sums.
"use strict";
{
  const facts = {{facts}};
  const STRENGTH = { "+": 1, "-": 1, "×": 2, "÷": 2 };

  // Reads a sum by the rules of arithmetic; words for what is wrong with it.
  const work_out = (text) => {
    const marks = text.match(/\d+\.?\d*|\.\d+|[-+×÷()]/g) || [];
    let at = 0;
    const one = () => {
      const mark = marks[at];
      at += 1;
      if (mark === "-") return -one();
      if (mark === "(") {
        const inside = sum(0);
        if (marks[at] !== ")") throw new Error("A bracket is still open.");
        at += 1;
        return inside;
      }
      const value = Number(mark);
      if (mark === undefined || Number.isNaN(value)) throw new Error("This sum is not whole yet.");
      return value;
    };
    const sum = (strength) => {
      let value = one();
      while (STRENGTH[marks[at]] > strength) {
        const sign = marks[at];
        at += 1;
        const next = sum(STRENGTH[sign]);
        if (sign === "÷" && next === 0) throw new Error("Nothing can be divided by 0.");
        value = sign === "+" ? value + next : sign === "-" ? value - next : sign === "×" ? value * next : value / next;
      }
      return value;
    };
    const value = sum(0);
    if (at < marks.length) throw new Error("This sum is not whole yet.");
    return Math.round(value * 1e10) / 1e10;
  };

  tool.section(facts, (body) => {
    const kept = tool.keep(facts.id, { past: [] });
    const line = tool.el("input", { type: "text", class: "sum", "data-in": "sum", "aria-label": "Your sum", inputmode: "none", autocomplete: "off", placeholder: "0" });
    const result = tool.el("p", { class: "result", "data-show": "result", "aria-live": "polite" });
    const past = tool.el("ol", { class: "rows small", "data-show": "past" });
    const tidy = (words) => words.replace(/\*|x/g, "×").replace(/\/|:/g, "÷").replace(/,/g, ".").replace(/[^\d.+\-×÷() ]/g, "");
    const solve = () => {
      const text = tidy(line.value).trim();
      if (!text) return;
      try {
        const value = work_out(text);
        result.textContent = `= ${value}`;
        kept.change({ past: [`${text} = ${value}`, ...kept.value.past].slice(0, 12) });
        line.value = String(value);
        tool.happen("calculator:result", value);
      } catch (trouble) {
        result.textContent = trouble.message;
        tool.happen("calculator:error");
      }
    };
    const press = (key) => {
      if (key === "=") solve();
      else if (key === "C") { line.value = ""; result.textContent = ""; }
      else if (key === "⌫") line.value = line.value.slice(0, -1);
      else line.value += key;
    };
    line.addEventListener("input", () => { line.value = tidy(line.value); });
    line.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "=") { event.preventDefault(); solve(); }
      if (event.key === "Escape") press("C");
    });
    const WORDS = { "÷": "divided by", "×": "times", "-": "minus", "+": "plus", "=": "work it out", C: "clear", "⌫": "delete the last sign", "(": "open bracket", ")": "close bracket", ".": "point" };
    const keys = ["C", "(", ")", "÷", "7", "8", "9", "×", "4", "5", "6", "-", "1", "2", "3", "+", "0", ".", "⌫", "="].map((key) =>
      tool.el("button", { type: "button", class: `button key ${/\d|\./.test(key) ? "" : key === "=" ? "main" : "sign"}`, "data-key": key, "aria-label": WORDS[key] || null, onclick: () => press(key) }, key));
    kept.show = () => past.replaceChildren(...kept.value.past.map((words) => tool.el("li", { class: "row" }, tool.el("span", { class: "words" }, words))));
    kept.show();
    const forget = tool.button("forget", "trash", "Clear the list", () => tool.changing(kept, { past: [] }, "The old sums are gone."), "quiet");
    body.append(tool.el("div", { class: "calculator" }, tool.el("div", { class: "screen" }, line, result), tool.el("div", { class: "keys" }, ...keys)), past, forget);
  });
}
