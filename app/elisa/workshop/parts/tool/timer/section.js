// Counts down: choose how long, start, pause, start again; it rings at the end.
"use strict";
{
  const facts = {{facts}};
  tool.section(facts, (body) => {
    const kept = tool.keep(facts.id, { seconds: facts.seconds, rounds: 0 });
    let left = kept.value.seconds * 1000;
    let until = 0;
    let beat = 0;
    let at = 0;
    const face = tool.el("p", { class: "face", role: "timer", "data-show": "time" });
    const ring = tool.el("div", { class: "ring" }, face);
    const what = tool.el("p", { class: "note", "data-show": "phase", "aria-live": "polite" });
    const minutes = tool.el("input", { type: "number", min: 0, max: 600, step: 1, "data-in": "minutes", "aria-label": "Minutes" });
    const seconds = tool.el("input", { type: "number", min: 0, max: 59, step: 1, "data-in": "seconds", "aria-label": "Seconds" });
    const phase = () => facts.phases[at] || facts.phases[0];
    const whole = () => (facts.phases.length > 1 ? phase().seconds : kept.value.seconds) * 1000;

    const show = () => {
      const total = Math.ceil(left / 1000);
      const text = [Math.floor(total / 60), total % 60].map((part) => String(part).padStart(2, "0")).join(":");
      if (face.textContent !== text) face.textContent = text;
      ring.style.setProperty("--part", String(whole() ? left / whole() : 0));
      body.dataset.state = until ? "running" : left < whole() && left > 0 ? "paused" : left ? "ready" : "over";
      document.title = until ? `${text} · ${facts.page}` : facts.page;
    };
    const stop = () => { clearInterval(beat); until = 0; go.replaceChildren(tool.icon("play"), tool.el("span", {}, "Start")); show(); };
    const ring_out = () => {
      stop();
      what.textContent = phase().end;
      kept.change({ ...kept.value, rounds: kept.value.rounds + 1 });
      left = 0;
      show();
      tool.effects.sound([784, 988, 1175, 988, 1175]);
      tool.happen("timer:end");
      if (facts.phases.length > 1) {
        at = (at + 1) % facts.phases.length;
        what.textContent = `${what.textContent} ${phase().begin}`;
        left = whole();
        show();
      }
    };
    const step = () => {
      left = Math.max(0, until - Date.now());
      if (left === 0) ring_out(); else show();
    };
    const start = () => {
      if (until) { left = Math.max(0, until - Date.now()); stop(); tool.happen("timer:pause"); return; }
      if (left === 0) left = whole();
      if (left === 0) { tool.say("Choose how long first."); return; }
      until = Date.now() + left;
      beat = setInterval(step, 200);
      what.textContent = facts.phases.length > 1 ? phase().begin : "";
      go.replaceChildren(tool.icon("pause"), tool.el("span", {}, "Pause"));
      tool.happen("timer:start");
      show();
    };
    const again = () => { left = whole(); stop(); what.textContent = ""; tool.happen("timer:reset"); show(); };
    const set = (total) => {
      kept.change({ ...kept.value, seconds: Math.min(Math.max(Math.round(total) || 0, 0), 36059) });
      again();
    };
    const go = tool.button("start", "play", "Start", start, "main big");
    const choose = () => set(Number(minutes.value) * 60 + Number(seconds.value));
    minutes.addEventListener("change", choose);
    seconds.addEventListener("change", choose);
    kept.show = () => {
      minutes.value = String(Math.floor(kept.value.seconds / 60));
      seconds.value = String(kept.value.seconds % 60);
      rounds.textContent = kept.value.rounds ? `Finished ${tool.plural(kept.value.rounds, "time", "times")}` : "";
      if (!until) { left = whole(); show(); }
    };
    const rounds = tool.el("p", { class: "note", "data-show": "rounds" });
    const quick = facts.presets.map((preset) => tool.button("preset", "", preset.words, () => set(preset.seconds), "chip"));
    const fields = tool.el("div", { class: "fields" }, tool.el("label", {}, minutes, tool.el("span", {}, "min")), tool.el("label", {}, seconds, tool.el("span", {}, "s")));
    kept.show();
    const buttons = tool.el("div", { class: "buttons" }, go, tool.button("reset", "again", "Start over", again));
    body.append(ring, what, buttons);
    if (facts.phases.length < 2) body.append(tool.el("div", { class: "buttons" }, fields, ...quick));
    body.append(rounds);
  });
}
