// Counts up: start, stop, laps, back to zero.
"use strict";
{
  const facts = {{facts}};
  tool.section(facts, (body) => {
    const kept = tool.keep(facts.id, { laps: [] });
    let began = 0;
    let gone = 0;
    let beat = 0;
    const face = tool.el("p", { class: "face", role: "timer", "data-show": "watch" });
    const laps = tool.el("ol", { class: "rows small", "data-show": "laps" });
    const spell = (time) => {
      const tenths = Math.floor(time / 100);
      const parts = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60].map((part) => String(part).padStart(2, "0"));
      return `${parts.join(":")}.${tenths % 10}`;
    };
    const time = () => gone + (began ? Date.now() - began : 0);
    const show = () => { face.textContent = spell(time()); body.dataset.state = began ? "running" : gone ? "paused" : "ready"; };
    const start = () => {
      if (began) { gone = time(); began = 0; clearInterval(beat); tool.happen("stopwatch:stop"); }
      else { began = Date.now(); beat = setInterval(show, 50); tool.happen("stopwatch:start"); }
      go.replaceChildren(tool.icon(began ? "pause" : "play"), tool.el("span", {}, began ? "Stop" : "Start"));
      show();
    };
    const lap = () => {
      if (!time()) { tool.say("Press Start first."); return; }
      kept.change({ laps: [spell(time()), ...kept.value.laps].slice(0, 50) });
      tool.happen("stopwatch:lap");
    };
    const zero = () => {
      if (began) start();
      gone = 0;
      tool.changing(kept, { laps: [] }, "Back to zero.");
      tool.happen("stopwatch:reset");
      show();
    };
    const go = tool.button("go", "play", "Start", start, "main big");
    kept.show = () => laps.replaceChildren(...kept.value.laps.map((words, place) => tool.el("li", { class: "row" }, tool.el("span", { class: "words" }, `Lap ${kept.value.laps.length - place}`), tool.el("b", { "data-part": "lap" }, words))));
    kept.show();
    show();
    body.append(tool.el("div", { class: "ring whole" }, face), tool.el("div", { class: "buttons" }, go, tool.button("lap", "flag", "Lap", lap), tool.button("zero", "again", "Start over", zero)), laps);
  });
}
