// @ts-check
// The block editor: stock Blockly with our theme, filled by messages of the window.

import { connect } from "../host.js";
import { Keeping, registerPlaceholder } from "./keeping.js";
import { fillLibrary, registerLibraryFields } from "./library.js";
import { Overlays, showBlock } from "./overlays.js";
import { Find, toolbox } from "./rack.js";
import { applyTokens, blocklyTheme, registerRenderer } from "./theme.js";

/** @typedef {Record<string, any>} Values */

const QUIET_MS = 150;
const START_SCALE = 0.9;
const RACK = 92;
const GUTTER = 54;

class Editor {
  /** @type {Blockly.WorkspaceSvg} */ #workspace;
  #keeping = new Keeping();
  /** @type {Values} */ #tokens;
  /** @type {import("../host.js").Host} */ #host;
  /** @type {Overlays} */ #overlays;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #waiting;
  #loading = false;
  /** Which canvas this is: what is still said of an earlier one must not be taken for this. */
  #load = 0;

  /**
   * @param {import("../host.js").Host} host
   * @param {Values} start
   * @param {Values} tokens
   */
  constructor(host, start, tokens) {
    this.#host = host;
    this.#tokens = tokens;
    this.#workspace = inject(start, tokens);
    this.#overlays = new Overlays(this.#workspace, start.words);
    new Find(this.#workspace, start.groups, start.words);
    addZoom(this.#workspace, start.words);
    this.#workspace.addChangeListener((event) => this.#changed(event));
    window.addEventListener("resize", () => requestAnimationFrame(() => keepGutter(this.#workspace)));
    this.#hear();
    void this.#overlays.setTheme(tokens.colour[start.theme].tokens);
  }

  #hear() {
    const workspace = this.#workspace;
    /** @type {Record<string, (values: Values) => void>} */
    const heard = {
      load: (values) => this.#open(values),
      flush: (values) => this.#tell(values.token),
      theme: (values) => this.#theme(values),
      states: (values) => this.#overlays.setStates(values.states),
      problems: (values) => this.#overlays.setProblems(values.problems),
      read_back: (values) => this.#overlays.setReadBack(values.lines),
      read_only: (values) => this.#rest(values.resting),
      show_block: (values) => {
        showBlock(workspace, values.id);
        this.#overlays.openNote(values.id);
      },
      add_proof: (values) => this.#addProof(values),
      undo: () => workspace.undo(false),
      redo: () => workspace.undo(true),
    };
    for (const [kind, call] of Object.entries(heard)) this.#host.on(kind, call);
  }

  /** @param {Values} values */
  #open(values) {
    this.#load = values.load;
    this.#loading = true;
    fillLibrary(values.library);
    const events = Blockly.Events;
    events.disable();
    try {
      Blockly.serialization.workspaces.load(this.#keeping.taken(values.workspace), this.#workspace);
    } finally {
      events.enable();
      this.#loading = false;
    }
    this.#workspace.clearUndo();
    this.#workspace.setScale(START_SCALE);
    scrollToStart(this.#workspace);
    this.#overlays.setReadBack([]);
    this.#tellHistory();
  }

  /** @param {Blockly.Events.Abstract} event */
  #changed(event) {
    if (this.#loading || event.isUiEvent || event.type === Blockly.Events.FINISHED_LOADING) return;
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#tell(null), QUIET_MS);
  }

  /** @param {number | null} token */
  #tell(token) {
    clearTimeout(this.#waiting);
    const saved = this.#keeping.given(Blockly.serialization.workspaces.save(this.#workspace));
    void this.#host.call("changed", { workspace: saved, token, load: this.#load });
    this.#tellHistory();
  }

  #tellHistory() {
    const undo = this.#workspace.getUndoStack().length > 0;
    const redo = this.#workspace.getRedoStack().length > 0;
    void this.#host.call("history", { undo, redo });
  }

  /** @param {Values} values */
  #theme(values) {
    applyTokens(this.#tokens, values.theme);
    document.documentElement.toggleAttribute("data-still", values.still);
    this.#workspace.setTheme(blocklyTheme(this.#tokens, values.theme, values.family, values.size));
    void this.#overlays.setTheme(this.#tokens.colour[values.theme].tokens);
  }

  /** @param {boolean} resting */
  #rest(resting) {
    this.#workspace.setIsReadOnly(resting);
    this.#overlays.setResting(resting);
  }

  /** @param {Values} values */
  #addProof(values) {
    const wish = this.#workspace.getBlockById(values.block_id);
    const socket = wish?.getInput("TEST_SOCKET")?.connection;
    if (!socket) return;
    Blockly.Events.setGroup(true);
    const fields = { GIVEN_WHEN: values.when, THEN: values.then };
    const proof = Blockly.serialization.blocks.append({ type: "behavioral_test", fields }, this.#workspace, { recordUndo: true });
    /** @type {Blockly.Connection | null} */
    let end = socket;
    for (let held = socket.targetBlock(); held; held = held.getNextBlock()) end = held.nextConnection;
    if (proof.previousConnection) end?.connect(proof.previousConnection);
    Blockly.Events.setGroup(false);
  }
}

/**
 * @param {Values} start
 * @param {Values} tokens
 */
function inject(start, tokens) {
  Object.assign(Blockly.Msg, start.messages);
  registerRenderer();
  registerLibraryFields(start.words, start.library_fields);
  registerPlaceholder(start.words);
  Blockly.defineBlocksWithJsonArray(start.definitions.map(shaped));
  applyTokens(tokens, start.theme);
  document.documentElement.toggleAttribute("data-still", start.still);
  const mat = /** @type {HTMLElement} */ (document.getElementById("mat"));
  return Blockly.inject(mat, {
    toolbox: toolbox(start.groups),
    theme: blocklyTheme(tokens, start.theme, start.family, start.size),
    renderer: "workshop",
    media: "/fetched/blockly/media/",
    rtl: start.rtl,
    sounds: start.sounds,
    trashcan: true,
    maxTrashcanContents: 50,
    comments: true,
    grid: { spacing: 20, length: 2, colour: tokens.colour[start.theme].tokens.mat_dot, snap: true },
    move: { scrollbars: true, drag: true, wheel: true },
    zoom: { wheel: false, pinch: true, startScale: START_SCALE, minScale: 0.4, maxScale: 2, scaleSpeed: 1.15 },
  });
}

/**
 * Return a definition with each gap for blocks in a row of its own, below the words that lead to it.
 * @param {Values} definition
 */
function shaped(definition) {
  const { message0, args0 = [], ...rest } = definition;
  const words = String(message0).replace(/%\{BKY_(\w+)\}/g, (_whole, key) => Blockly.Msg[key] ?? "");
  /** @type {Values} */
  const made = { ...rest };
  let row = 0;
  const add = (/** @type {string} */ message, /** @type {Values[]} */ args) => {
    made[`message${row}`] = message;
    made[`args${row}`] = args;
    row += 1;
  };
  const gaps = new Set(args0.flatMap((/** @type {Values} */ arg, /** @type {number} */ at) =>
    arg.type === "input_statement" ? [String(at + 1)] : []));
  let text = "";
  /** @type {Values[]} */
  let held = [];
  for (const piece of words.split(/(%\d+)/)) {
    const place = piece.startsWith("%") ? piece.slice(1) : "";
    if (!place) text += piece;
    else if (gaps.has(place)) {
      if (text.trim()) add(text.trim(), held);
      [text, held] = ["", []];
      add("%1", [args0[Number(place) - 1]]);
    } else {
      held.push(args0[Number(place) - 1]);
      text += `%${held.length}`;
    }
  }
  if (text.trim() || !row) add(text.trim(), held);
  return definition.type.startsWith("portal_") ? { ...made, mutator: "elisa_portal" } : made;
}

/** Shapes stand left of the blocks; a canvas that got narrower must not hide them. @param {Blockly.WorkspaceSvg} workspace */
function keepGutter(workspace) {
  const first = workspace.getTopBlocks(true)[0];
  if (!first) return;
  const left = first.getSvgRoot().getBoundingClientRect().left - (window.innerWidth > 700 ? RACK : 56);
  if (left < GUTTER) workspace.scroll(workspace.scrollX + GUTTER - left, workspace.scrollY);
}

/** @param {Blockly.WorkspaceSvg} workspace */
function scrollToStart(workspace) {
  const first = workspace.getTopBlocks(true)[0];
  if (!first) {
    workspace.scrollCenter();
    return;
  }
  const at = first.getRelativeToSurfaceXY();
  workspace.scroll(56 - at.x * workspace.scale, 40 - at.y * workspace.scale);
}

/**
 * @param {Blockly.WorkspaceSvg} workspace
 * @param {Record<string, string>} words
 */
function addZoom(workspace, words) {
  const place = /** @type {HTMLElement} */ (document.getElementById("zoom"));
  place.setAttribute("aria-label", words.zoom);
  /** @type {[string, string, () => void][]} */
  const buttons = [
    ["minus", words.zoom_out, () => workspace.zoomCenter(-1)],
    ["plus", words.zoom_in, () => workspace.zoomCenter(1)],
    ["corners-out", words.zoom_fit, () => workspace.zoomToFit()],
  ];
  for (const [icon, name, call] of buttons) {
    const button = document.createElement("button");
    button.title = name;
    button.setAttribute("aria-label", name);
    button.append(Object.assign(document.createElement("span"), { className: `icon icon-${icon}` }));
    button.addEventListener("click", call);
    place.append(button);
  }
}

/** @param {string} language */
function loadWords(language) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `/fetched/blockly/msg/${language}.js`;
    script.onload = () => resolve(null);
    script.onerror = reject;
    document.head.append(script);
  });
}

const host = await connect();
host.on("start", async (start) => {
  const tokens = await (await fetch("/look/tokens.json")).json();
  await loadWords(start.language);
  document.documentElement.lang = start.language;
  await document.fonts.load("700 15px Nunito");
  new Editor(host, start, tokens);
  await host.call("ready");
});
await host.call("hello");
