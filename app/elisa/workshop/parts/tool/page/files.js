// A copy of everything that is kept, as a file, and the way back from such a file.
"use strict";
{
  const LARGEST = 8 * 1024 * 1024;

  const save = () => {
    const all = Object.fromEntries([...tool.kept].map(([id, thing]) => [id, thing.value]));
    const text = JSON.stringify({ tool: tool.prefix, kept: all }, null, 1);
    const link = tool.el("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: `${tool.prefix}.json` });
    document.body.append(link);
    link.click();
    setTimeout(() => { URL.revokeObjectURL(link.href); link.remove(); }, 1000);
    document.body.dataset.saved = text;
    tool.say("Your copy is on its way to your downloads.");
  };

  const open = (text) => {
    let found;
    try { found = JSON.parse(text); } catch { found = null; }
    if (!found || found.tool !== tool.prefix || typeof found.kept !== "object" || found.kept === null) {
      tool.say("This file is not a copy of this tool. Choose another one.");
      return;
    }
    const before = [...tool.kept].map(([id, thing]) => [id, tool.copy(thing.value)]);
    for (const [id, thing] of tool.kept) if (id in found.kept) thing.change(tool.fitting(found.kept[id], thing.value));
    tool.say("Everything from the file is here.", () => before.forEach(([id, value]) => tool.kept.get(id).change(value)));
  };

  const chosen = tool.el("input", { type: "file", accept: ".json,application/json", hidden: true, "data-in": "file", "aria-label": "A copy to open" });
  chosen.addEventListener("change", async () => {
    const file = chosen.files[0];
    chosen.value = "";
    if (file && file.size <= LARGEST) open(await file.text());
    else if (file) tool.say("This file is too big to be a copy of this tool.");
  });
  tool.openCopy = open;
  document.getElementById("copies").append(
    tool.button("save-file", "down", "Save a copy", save, "quiet"),
    tool.button("open-file", "up", "Open a copy", () => chosen.click(), "quiet"),
    chosen,
  );
}
