// Ticks off a habit day by day: a week at a time, and how many days in a row.
"use strict";
{
  const facts = {{facts}};
  const NAMES = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
  const key = (day) => [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  const add_days = (day, count) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);

  tool.section(facts, (body) => {
    const kept = tool.keep(facts.id, { habits: facts.items.map((words, id) => ({ id, words, days: [] })) });
    let shift = 0;
    const table = tool.el("table", { class: "week" });
    const which = tool.el("p", { class: "note", "data-show": "week", "aria-live": "polite" });
    const all = () => kept.value.habits;
    const put = (habits) => kept.change({ habits });
    const monday = () => { const now = new Date(); return add_days(now, -((now.getDay() + 6) % 7) + 7 * shift); };
    const streak = (habit) => {
      let day = new Date();
      if (!habit.days.includes(key(day))) day = add_days(day, -1);
      let count = 0;
      while (habit.days.includes(key(day))) { count += 1; day = add_days(day, -1); }
      return count;
    };
    const toggle = (habit, day) => {
      const had = habit.days.includes(day);
      const days = had ? habit.days.filter((one) => one !== day) : [...habit.days, day];
      put(all().map((one) => (one.id === habit.id ? { ...one, days } : one)));
      tool.happen(had ? "habits:untick" : "habits:tick", habit.words);
      const now = all().find((one) => one.id === habit.id);
      if (!had && facts.goal && streak(now) >= facts.goal) {
        tool.say(`${streak(now)} days in a row. Well done!`);
        tool.happen("habits:streak", habit.words);
      }
    };
    const row = (habit, days) => {
      const words = tool.el("span", { "data-part": "words" }, habit.words);
      const change = () => tool.rename(words, habit.words, (better) => put(all().map((one) => (one.id === habit.id ? { ...one, words: better } : one))));
      const drop = () => { tool.changing(kept, { habits: all().filter((one) => one.id !== habit.id) }, `“${habit.words}” is gone.`); tool.happen("habits:delete"); };
      const cells = days.map((day) => {
        const on = habit.days.includes(key(day));
        const button = tool.button("day", on ? "check" : "", "", () => toggle(habit, key(day)), on ? "day on" : "day");
        button.setAttribute("aria-pressed", String(on));
        button.setAttribute("aria-label", `${habit.words}, ${NAMES[(day.getDay() + 6) % 7]} ${day.getDate()}`);
        button.dataset.day = key(day);
        return tool.el("td", key(day) === key(new Date()) ? { class: "today" } : {}, button);
      });
      return tool.el("tr", { "data-entry": habit.id }, tool.el("th", { scope: "row" }, words), ...cells,
        tool.el("td", { class: "streak" }, tool.el("b", { "data-show": "streak" }, String(streak(habit))), tool.el("small", {}, " in a row")),
        tool.el("td", { class: "ends" }, tool.button("edit", "pencil", `Change ${habit.words}`, change, "round tiny"), tool.button("delete", "trash", `Delete ${habit.words}`, drop, "round tiny")));
    };
    kept.show = () => {
      const held = document.activeElement?.getAttribute("aria-label");
      const days = NAMES.map((_, place) => add_days(monday(), place));
      const head = tool.el("tr", {}, tool.el("td", {}), ...days.map((day, place) => tool.el("th", { scope: "col", class: key(day) === key(new Date()) ? "today" : "" }, NAMES[place], tool.el("small", {}, String(day.getDate())))), tool.el("td", {}), tool.el("td", {}));
      table.replaceChildren(tool.el("thead", {}, head), tool.el("tbody", {}, ...all().map((habit) => row(habit, days))));
      blank.hidden = all().length > 0;
      which.textContent = shift === 0 ? "This week" : `Week of ${key(days[0])}`;
      if (held) [...table.querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === held)?.focus();
    };
    const turn = (step) => { shift += step; kept.show(); tool.happen("habits:week"); };
    const blank = tool.el("div", {}, tool.empty("days", facts.empty));
    const add = (words) => { put([...all(), { id: 1 + Math.max(0, ...all().map((one) => one.id)), words, days: [] }]); tool.happen("habits:add", words); };
    kept.show();
    body.append(tool.el("div", { class: "buttons" }, tool.button("before", "", "← Week before", () => turn(-1), "quiet"), which, tool.button("after", "", "Week after →", () => turn(1), "quiet")),
      tool.el("div", { class: "wide" }, table), blank, tool.adder(facts.label, facts.example, add));
  });
}
