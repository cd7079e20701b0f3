// @ts-check
// What lies over the blocks: shapes of a build's states beside them, the note about what is not finished, the card that
// reads the blocks back, and the label while blocks rest.

/** @typedef {{code: string, block_id: string | null, message: string, severity: string}} Problem */
/** @typedef {{block_id: string, group: string, text: string, proofs: number}} Line */

const SVG = "http://www.w3.org/2000/svg";
const GUTTER = 40;
const FILLABLE = ["empty_text", "untouched_text", "empty_goal"];
const FOLDED = "elisa-read-back-folded";

export class Overlays {
  /** @type {Blockly.WorkspaceSvg} */ #workspace;
  /** @type {Record<string, string>} */ #words;
  /** @type {HTMLElement} */ #layer;
  /** @type {Record<string, string>} */ #states = {};
  /** @type {Problem[]} */ #problems = [];
  /** @type {Line[]} */ #lines = [];
  /** @type {Map<string, string>} */ #shapes = new Map();
  /** @type {string | null} */ #open = null;
  /** @type {Record<string, string>} */ #colours = {};
  /** @type {Map<string, string>} */ #wanted = new Map();
  /** @type {{note: HTMLElement, block: string} | null} */ #note = null;
  #due = false;
  #moved = false;

  /**
   * @param {Blockly.WorkspaceSvg} workspace
   * @param {Record<string, string>} words
   */
  constructor(workspace, words) {
    this.#workspace = workspace;
    this.#words = words;
    this.#layer = /** @type {HTMLElement} */ (document.getElementById("overlay"));
    workspace.addChangeListener((event) => this.#changed(event));
    window.addEventListener("resize", () => this.#later());
  }

  /** @param {Record<string, string>} colours Of the theme, by token. */
  async setTheme(colours) {
    this.#colours = colours;
    this.#shapes.clear();
    await this.#draw();
  }

  /** @param {Record<string, string>} states Block id to state. */
  setStates(states) {
    this.#states = states;
    this.#later();
  }

  /** @param {Problem[]} problems */
  setProblems(problems) {
    this.#problems = problems.filter((one) => one.block_id);
    if (!this.#problems.some((one) => one.block_id === this.#open)) this.#open = null;
    this.#later();
  }

  /** @param {Line[]} lines */
  setReadBack(lines) {
    this.#lines = lines;
    this.#later();
  }

  /** @param {boolean} resting */
  setResting(resting) {
    this.#layer.querySelector(".rests")?.remove();
    if (resting) this.#layer.append(element("div", "rests", this.#words.rests));
  }

  /** Show the note about a block's problem. @param {string} id */
  openNote(id) {
    this.#open = id;
    this.#later();
  }

  /** @param {Blockly.Events.Abstract} event */
  #changed(event) {
    const kinds = Blockly.Events;
    if (event.type === kinds.SELECTED) {
      const chosen = /** @type {any} */ (event).newElementId;
      if (this.#problems.some((one) => one.block_id === chosen)) this.#open = chosen;
    }
    if (event.type === kinds.SELECTED) this.#later();
    else if (event.type !== kinds.CLICK && event.type !== kinds.TOOLBOX_ITEM_SELECT) this.#placeLater();
  }

  /** Draw all anew in the next picture, because there is something else to say. */
  #later() {
    if (this.#due) return;
    this.#due = true;
    requestAnimationFrame(() => {
      this.#due = false;
      void this.#draw();
    });
  }

  /** Blocks moved: what is said stays, it only follows. */
  #placeLater() {
    if (this.#due || this.#moved) return;
    this.#moved = true;
    requestAnimationFrame(() => {
      this.#moved = false;
      this.#place();
    });
  }

  async #draw() {
    const wanted = new Map(Object.entries(this.#states));
    for (const problem of this.#problems) if (problem.block_id && !wanted.has(problem.block_id)) wanted.set(problem.block_id, "asks");
    await Promise.all([...new Set(wanted.values())].map((state) => this.#load(state)));
    this.#wanted = wanted;
    this.#drawNote();
    this.#drawCard();
    this.#place();
  }

  #place() {
    for (const block of this.#workspace.getAllBlocks(false)) this.#mark(block, this.#wanted.get(block.id));
    const block = this.#note && this.#workspace.getBlockById(this.#note.block);
    if (this.#note && block) placeBeside(this.#note.note, block);
    else this.#note?.note.remove();
  }

  /** @param {string} state */
  async #load(state) {
    if (this.#shapes.has(state)) return;
    const answer = await fetch(`/look/status/${state}.svg`);
    const drawn = (await answer.text()).replace(/@(\w+)@/g, (whole, name) => this.#colours[name] ?? whole);
    this.#shapes.set(state, `data:image/svg+xml;utf8,${encodeURIComponent(drawn)}`);
  }

  /**
   * @param {Blockly.BlockSvg} block
   * @param {string | undefined} state
   */
  #mark(block, state) {
    const root = block.getSvgRoot();
    let image = /** @type {SVGImageElement | null} */ (root.querySelector(":scope > .elisa-state"));
    if (!state) return image?.remove();
    if (!image) {
      image = document.createElementNS(SVG, "image");
      image.classList.add("elisa-state");
      image.setAttribute("role", "img");
      image.addEventListener("pointerdown", (event) => {
        event.stopPropagation();
        this.openNote(block.id);
      });
      root.append(image);
    }
    const size = block.type === "behavioral_test" ? 24 : 29;
    const left = block.getRootBlock().getRelativeToSurfaceXY().x - block.getRelativeToSurfaceXY().x - GUTTER;
    image.setAttribute("href", this.#shapes.get(state) ?? "");
    image.setAttribute("x", String(left + (29 - size) / 2));
    image.setAttribute("y", String(8));
    image.setAttribute("width", String(size));
    image.setAttribute("height", String(size));
    image.setAttribute("aria-label", `${block.toString()}: ${this.#words[`state_${state}`] ?? state}`);
    image.dataset.state = state;
  }

  #drawNote() {
    this.#note?.note.remove();
    this.#note = null;
    const open = this.#problems.find((one) => one.block_id === this.#open)
      ?? this.#problems.find((one) => one.severity === "error" || FILLABLE.includes(one.code));
    const block = open?.block_id ? this.#workspace.getBlockById(open.block_id) : null;
    if (!open || !block || Object.keys(this.#states).length) return;
    const note = element("aside", "note");
    note.setAttribute("role", "status");
    const row = element("div", "row");
    const lumi = document.createElement("img");
    lumi.src = "/look/helpers/lumi-thinking.svg";
    lumi.alt = "";
    const said = element("div", "");
    said.append(element("h2", "", this.#words.note_title), element("p", "", open.message));
    row.append(lumi, said);
    note.append(row);
    if (FILLABLE.includes(open.code)) note.append(this.#fillButton(block));
    this.#layer.append(note);
    this.#note = { note, block: block.id };
  }

  /** @param {Blockly.BlockSvg} block */
  #fillButton(block) {
    const button = element("button", "answer", this.#words.fill_in);
    button.addEventListener("click", () => {
      const texts = [...block.getFields()].filter((one) => one instanceof Blockly.FieldTextInput);
      const field = texts.find((one) => !String(one.getValue()).trim()) ?? texts[0];
      block.select();
      field?.showEditor();
    });
    return button;
  }

  #drawCard() {
    const narrow = window.innerWidth < 760;
    const folded = narrow || sessionStorage.getItem(FOLDED) === "yes" || this.#note !== null;
    const card = element("section", folded ? "read-back folded" : "read-back");
    const head = element("button", "", this.#words.read_back);
    head.setAttribute("aria-expanded", String(!folded));
    head.append(element("span", "icon icon-caret"));
    head.addEventListener("click", () => {
      sessionStorage.setItem(FOLDED, card.classList.toggle("folded") ? "yes" : "no");
      head.setAttribute("aria-expanded", String(!card.classList.contains("folded")));
    });
    const list = element("ol", "");
    for (const line of this.#lines) list.append(this.#line(line));
    card.append(head, list);
    this.#layer.querySelector(".read-back")?.remove();
    if (this.#lines.length && !Object.keys(this.#states).length) this.#layer.append(card);
  }

  /** @param {Line} line */
  #line(line) {
    const asks = this.#problems.some((one) => one.block_id === line.block_id);
    const item = element("li", asks ? "asks" : "");
    const button = element("button", "");
    const mark = element("span", "mark");
    mark.style.background = `var(--${line.group}-fill)`;
    const words = element("span", "", line.text);
    if (line.proofs) words.append(element("small", "", this.#words.proofs.replace("{count}", String(line.proofs))));
    if (asks) words.append(element("small", "", this.#words.not_finished));
    button.append(mark, words);
    button.addEventListener("click", () => showBlock(this.#workspace, line.block_id));
    item.append(button);
    return item;
  }
}

/**
 * Bring a block into view and choose it.
 * @param {Blockly.WorkspaceSvg} workspace
 * @param {string} id
 */
export function showBlock(workspace, id) {
  const block = workspace.getBlockById(id);
  if (!block) return;
  workspace.centerOnBlock(id);
  Blockly.getFocusManager().focusNode(block);
}

/**
 * @param {HTMLElement} note
 * @param {Blockly.BlockSvg} block
 */
function placeBeside(note, block) {
  const shown = block.pathObject.svgPath.getBoundingClientRect();
  const room = { width: window.innerWidth - note.offsetWidth - 12, height: window.innerHeight - note.offsetHeight - 66 };
  note.style.left = `${Math.max(100, Math.min(shown.right + 40, room.width))}px`;
  note.style.top = `${Math.max(16, Math.min(shown.top - 40, room.height))}px`;
}

/**
 * @param {string} tag
 * @param {string} names
 * @param {string} [text]
 */
function element(tag, names, text = "") {
  const made = document.createElement(tag);
  if (names) made.className = names;
  made.textContent = text;
  return made;
}
