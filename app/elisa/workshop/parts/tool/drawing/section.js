// A board to draw on: colours, brushes, an eraser, take back, a picture as a file; keys draw too.
"use strict";
{
  const facts = {{facts}};
  tool.section(facts, (body) => {
    const kept = tool.keep(facts.id, { strokes: [] });
    const board = tool.el("canvas", { class: "board", width: 960, height: 540, tabindex: 0, role: "img", "data-part": "board", "aria-label": "Drawing board. Arrow keys move the brush, Space puts it down." });
    const pen = board.getContext("2d");
    const state = { colour: facts.colours[0].value, size: 8, eraser: false };
    const brush = { x: 480, y: 270, down: false };
    let line = null;

    const stroke = (one) => {
      pen.lineCap = pen.lineJoin = "round";
      pen.strokeStyle = one.colour;
      pen.lineWidth = one.size;
      pen.beginPath();
      one.points.forEach(([x, y], place) => (place ? pen.lineTo(x, y) : pen.moveTo(x, y)));
      if (one.points.length === 1) pen.lineTo(one.points[0][0] + 0.1, one.points[0][1]);
      pen.stroke();
    };
    const show = () => {
      pen.fillStyle = "#ffffff";
      pen.fillRect(0, 0, board.width, board.height);
      kept.value.strokes.forEach(stroke);
      if (line) stroke(line);
      count.textContent = kept.value.strokes.length ? tool.plural(kept.value.strokes.length, "line", "lines") : "Draw something!";
      board.dataset.strokes = String(kept.value.strokes.length);
    };
    const place = (event) => {
      const box = board.getBoundingClientRect();
      return [Math.round(((event.clientX - box.x) * board.width) / box.width), Math.round(((event.clientY - box.y) * board.height) / box.height)];
    };
    const begin = (point) => { line = { colour: state.eraser ? "#ffffff" : state.colour, size: state.eraser ? 36 : state.size, points: [point] }; show(); };
    const go_on = (point) => { if (line) { line.points.push(point); show(); } };
    const end = () => {
      if (!line) return;
      const done = line;
      line = null;
      kept.change({ strokes: [...kept.value.strokes, done].slice(-800) });
      tool.happen("drawing:stroke");
    };
    board.addEventListener("pointerdown", (event) => { board.setPointerCapture(event.pointerId); begin(place(event)); });
    board.addEventListener("pointermove", (event) => go_on(place(event)));
    board.addEventListener("pointerup", end);
    board.addEventListener("pointercancel", end);
    board.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-12, 0], ArrowRight: [12, 0], ArrowUp: [0, -12], ArrowDown: [0, 12] }[event.key];
      if (way) {
        event.preventDefault();
        brush.x = Math.min(960, Math.max(0, brush.x + way[0]));
        brush.y = Math.min(540, Math.max(0, brush.y + way[1]));
        if (brush.down) go_on([brush.x, brush.y]);
        board.style.setProperty("--x", `${brush.x / 9.6}%`);
      }
      if (event.key === " ") {
        event.preventDefault();
        brush.down = !brush.down;
        if (brush.down) begin([brush.x, brush.y]); else end();
        tool.say(brush.down ? "The brush is down. Arrow keys draw." : "The brush is up.");
      }
    });
    const colours = facts.colours.map((colour) => {
      const button = tool.el("button", { type: "button", class: "colour", "data-do": "colour", "data-colour": colour.name, "aria-label": colour.name, title: colour.name, onclick: () => choose(colour.value, false) });
      button.style.background = colour.value;
      return button;
    });
    const choose = (colour, eraser) => {
      Object.assign(state, { colour: colour || state.colour, eraser });
      colours.forEach((button, at) => button.setAttribute("aria-pressed", String(!eraser && facts.colours[at].value === state.colour)));
      rubber.setAttribute("aria-pressed", String(eraser));
    };
    const rubber = tool.button("eraser", "cross", "Eraser", () => choose("", true));
    const size = tool.el("input", { type: "range", min: 2, max: 48, value: 8, "data-in": "size", "aria-label": "How thick" });
    size.addEventListener("input", () => { state.size = Number(size.value); choose("", false); });
    const back = () => {
      if (kept.value.strokes.length) { kept.change({ strokes: kept.value.strokes.slice(0, -1) }); tool.happen("drawing:undo"); } else tool.say("There is nothing to take back.");
    };
    const clear = () => { tool.changing(kept, { strokes: [] }, "A fresh sheet."); tool.happen("drawing:clear"); };
    const save = () => {
      const link = tool.el("a", { href: board.toDataURL("image/png"), download: `${tool.prefix}.png` });
      document.body.append(link);
      link.click();
      link.remove();
      document.body.dataset.picture = "saved";
      tool.say("Your picture is on its way to your downloads.");
      tool.happen("drawing:save");
    };
    const count = tool.el("p", { class: "note", "data-show": "lines", "aria-live": "polite" });
    kept.show = show;
    choose("", false);
    show();
    body.append(tool.el("div", { class: "palette" }, ...colours, rubber, tool.el("label", { class: "thick" }, tool.el("span", {}, "Thick"), size)), board,
      tool.el("div", { class: "foot" }, count, tool.button("back", "undo", "Take back", back), tool.button("clear", "trash", "New sheet", clear), tool.button("save", "down", "Save picture", save, "main")));
  });
}
