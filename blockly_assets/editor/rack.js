// @ts-check
// The rack at the left: Blockly's own toolbox, its categories shaped as bins by style sheet, and Find above it.

/** @typedef {{key: string, name: string, icon: string, categories: {name: string, blocks: {type: string, help: string}[]}[]}} Group */

/**
 * Return the toolbox: a bin for each group, a line of help under each block.
 * @param {Group[]} groups
 */
export function toolbox(groups) {
  return {
    kind: "categoryToolbox",
    contents: groups.map((group) => ({
      kind: "category",
      name: group.name,
      toolboxitemid: group.key,
      cssConfig: { row: `blocklyToolboxCategory bin bin-${group.key}`, icon: `bin-icon bin-icon-${group.icon}` },
      contents: group.categories.flatMap((category) => [
        { kind: "label", text: category.name, "web-class": "drawer-title" },
        ...category.blocks.flatMap(offered),
      ]),
    })),
  };
}

/** @param {{type: string, help: string}} block */
function offered(block) {
  return [
    { kind: "block", type: block.type, gap: "6" },
    { kind: "label", text: block.help, "web-class": "help-line" },
  ];
}

/** Words on blocks are found by their beginnings, whatever their case and accents. @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

export class Find {
  /** @type {Blockly.WorkspaceSvg} */ #workspace;
  /** @type {{type: string, help: string, words: string}[]} */ #all;
  /** @type {HTMLInputElement} */ #field;
  /** @type {Record<string, string>} */ #words;

  /**
   * @param {Blockly.WorkspaceSvg} workspace
   * @param {Group[]} groups
   * @param {Record<string, string>} words
   */
  constructor(workspace, groups, words) {
    this.#workspace = workspace;
    this.#words = words;
    this.#field = /** @type {HTMLInputElement} */ (document.getElementById("find-words"));
    this.#field.placeholder = words.find;
    this.#field.setAttribute("aria-label", words.find);
    const probe = new Blockly.Workspace();
    this.#all = groups.flatMap((group) => group.categories.flatMap((category) => category.blocks.map((block) => ({
      ...block,
      words: plain([probe.newBlock(block.type).toString(), block.help, category.name, group.name].join(" ")),
    }))));
    probe.dispose();
    this.#field.addEventListener("input", () => this.#look());
    this.#field.addEventListener("keydown", (event) => this.#key(event));
  }

  #look() {
    const asked = plain(this.#field.value).split(/\s+/).filter(Boolean);
    const flyout = this.#workspace.getToolbox()?.getFlyout();
    if (!asked.length) return flyout?.hide();
    const found = this.#all.filter((one) => asked.every((word) => one.words.includes(word)));
    const title = found.length ? this.#words.found : this.#words.found_nothing;
    flyout?.show([{ kind: "label", text: title, "web-class": "drawer-title" }, ...found.flatMap(offered)]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape") {
      this.#field.value = "";
      this.#workspace.getToolbox()?.getFlyout()?.hide();
      Blockly.getFocusManager().focusTree(this.#workspace);
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      const flyout = this.#workspace.getToolbox()?.getFlyout()?.getWorkspace();
      if (flyout && this.#field.value) Blockly.getFocusManager().focusTree(flyout);
      event.preventDefault();
    }
  }
}
