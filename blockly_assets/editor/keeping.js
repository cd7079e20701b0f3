// @ts-check
// What goes in comes out: blocks that this version does not know become grey placeholders that carry everything of
// theirs, and fields that Blockly would drop are put back when the workspace is saved.

import { PARAM } from "./library.js";

/** @typedef {Record<string, any>} State */

export const UNKNOWN = "elisa_unknown";

/**
 * Make the placeholder known to Blockly.
 * @param {Record<string, string>} words
 */
export function registerPlaceholder(words) {
  Blockly.Blocks[UNKNOWN] = {
    /** @this {Blockly.Block & {raw: State}} */
    init() {
      this.raw = {};
      this.appendDummyInput().appendField("", "WORDS");
      this.setPreviousStatement(true);
      this.setNextStatement(true);
      this.setStyle("unknown");
      this.setTooltip(words.unknown_help);
      this.setEditable(false);
    },
    /** @this {Blockly.Block & {raw: State}} */
    saveExtraState() {
      return { raw: this.raw };
    },
    /** @this {Blockly.Block & {raw: State}} @param {{raw: State}} state */
    loadExtraState(state) {
      this.raw = state.raw;
      this.setFieldValue(words.unknown.replace("{name}", String(state.raw.type)), "WORDS");
    },
  };
}

export class Keeping {
  /** @type {Map<string, {fields: State, inputs: State}>} */
  #extras = new Map();

  /**
   * Return the workspace as Blockly can load it.
   * @param {State} workspace
   */
  taken(workspace) {
    this.#extras.clear();
    const blocks = workspace.blocks?.blocks;
    if (!Array.isArray(blocks)) return { ...workspace, blocks: { languageVersion: 0, blocks: [] } };
    return { ...workspace, blocks: { ...workspace.blocks, blocks: blocks.filter(isBlock).map((one) => this.#take(one)) } };
  }

  /**
   * Return a saved workspace with everything that was there before.
   * @param {State} saved
   */
  given(saved) {
    const blocks = saved.blocks?.blocks;
    if (!blocks) return saved;
    return { ...saved, blocks: { ...saved.blocks, blocks: blocks.map((/** @type {State} */ one) => this.#give(one)) } };
  }

  /** @param {State} state @returns {State} */
  #take(state) {
    const next = isBlock(state.next?.block) ? { next: { block: this.#take(state.next.block) } } : {};
    const kind = typeof state.type === "string" ? Blockly.Blocks[state.type] : undefined;
    if (!kind) {
      const { id, x, y, ...all } = state;
      const raw = without(all, "next");
      const place = Object.fromEntries(Object.entries({ id, x, y }).filter(([, value]) => value !== undefined));
      return { type: UNKNOWN, ...place, extraState: { raw }, ...next };
    }
    return { ...this.#known(without(state, "next")), ...next };
  }

  /** @param {State} state @returns {State} */
  #known(state) {
    const probe = shapeOf(state.type);
    const id = typeof state.id === "string" ? state.id : Blockly.utils.idGenerator.genUid();
    const fields = Object.entries(state.fields ?? {});
    const params = fields.map(([name]) => name).filter((name) => probe.isPortal && name.startsWith(PARAM));
    const odd = fields.filter(([name, value]) => !params.includes(name) && !probe.takes(name, value));
    const inputs = Object.entries(state.inputs ?? {});
    const lost = inputs.filter(([name]) => !probe.inputs.has(name));
    if (odd.length || lost.length) {
      this.#extras.set(id, { fields: Object.fromEntries(odd), inputs: Object.fromEntries(lost) });
    }
    /** @type {State} */
    const taken = { ...state, id };
    if (params.length) taken.extraState = { params };
    if (state.fields) taken.fields = Object.fromEntries(inOrder(fields.filter((pair) => !odd.includes(pair))));
    if (state.inputs) {
      const held = inputs.filter(([name, input]) => probe.inputs.has(name) && isBlock(input?.block));
      taken.inputs = Object.fromEntries(held.map(([name, input]) => [name, { ...input, block: this.#take(input.block) }]));
    }
    return taken;
  }

  /** @param {State} state @returns {State} */
  #give(state) {
    const next = state.next?.block ? { next: { block: this.#give(state.next.block) } } : {};
    if (state.type === UNKNOWN) {
      const { id, x, y } = state;
      const place = Object.fromEntries(Object.entries({ id, x, y }).filter(([, value]) => value !== undefined));
      return { ...state.extraState.raw, ...place, ...next };
    }
    /** @type {State} */
    const given = { ...state, ...next };
    if (state.inputs) {
      given.inputs = Object.fromEntries(
        Object.entries(state.inputs).map(([name, input]) =>
          [name, input.block ? { ...input, block: this.#give(input.block) } : input]));
    }
    const extra = this.#extras.get(state.id);
    if (extra) {
      const untouched = shapeOf(state.type).defaults;
      const back = Object.entries(extra.fields).filter(([name]) => (state.fields ?? {})[name] === untouched[name]);
      given.fields = { ...given.fields, ...Object.fromEntries(back) };
      if (Object.keys(extra.inputs).length) given.inputs = { ...given.inputs, ...extra.inputs };
    }
    return given;
  }
}

/**
 * @param {State} state
 * @param {string} key
 */
function without(state, key) {
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== key));
}

/** @param {unknown} value */
function isBlock(value) {
  return typeof value === "object" && value !== null && typeof (/** @type {State} */ (value).type) === "string";
}

/** Portals' fields depend on each other in this order; Blockly loads them as they stand in the file.
 * @param {[string, unknown][]} fields */
function inOrder(fields) {
  const rank = (/** @type {string} */ name) => (name === "PORTAL_ID" ? 0 : name === "CAPABILITY_ID" ? 1 : 2);
  return [...fields].sort(([one], [other]) => rank(one) - rank(other));
}

/** @typedef {{inputs: Set<string>, defaults: State, isPortal: boolean, takes: (name: string, value: unknown) => boolean}} Shape */
/** @type {Map<string, Shape>} */
const shapes = new Map();

/** @param {string} type @returns {Shape} */
function shapeOf(type) {
  const known = shapes.get(type);
  if (known) return known;
  const workspace = new Blockly.Workspace();
  const block = workspace.newBlock(type);
  const fields = [...block.getFields()].filter((field) => field.name);
  /** @type {State} */
  const defaults = {};
  /** @type {Map<string, Blockly.Field>} */
  const byName = new Map();
  for (const field of fields) {
    defaults[String(field.name)] = field.saveState();
    byName.set(String(field.name), field);
  }
  const options = new Map(fields.filter((field) => field instanceof Blockly.FieldDropdown && !field.isOptionListDynamic())
    .map((field) => [field.name, new Set(/** @type {any} */ (field).getOptions(false).map((/** @type {any} */ one) => one[1]))]));
  const shape = {
    inputs: new Set(block.inputList.map((input) => input.name).filter(Boolean)),
    defaults,
    isPortal: type.startsWith("portal_"),
    takes: (/** @type {string} */ name, /** @type {unknown} */ value) => {
      if (!byName.has(name)) return false;
      const allowed = options.get(name);
      return !allowed || allowed.has(/** @type {string} */ (value));
    },
  };
  workspace.dispose();
  shapes.set(type, shape);
  return shape;
}
