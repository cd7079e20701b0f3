// @ts-check
// Fields whose choices come from the nugget's library (skills, rules, portals), and the bubbles of a portal's parameters.
// An id that the library does not know stays what it is, in words that say so: no reference is ever blanked.

/** @typedef {{id: string, name: string, kind?: string, params?: Parameter[], capabilities?: Item[]}} Item */
/** @typedef {{name: string, type?: string, default?: unknown, choices?: string[]}} Parameter */
/** @typedef {{skills: Item[], rules: Item[], portals: Item[]}} Library */

export const PARAM = "PARAM_";
/** @type {{library: Library, words: Record<string, string>, fields: Record<string, Record<string, {library: string, kind: string}>>}} */
const known = { library: { skills: [], rules: [], portals: [] }, words: {}, fields: {} };

/** @param {Partial<Library>} library */
export function fillLibrary(library) {
  known.library = { skills: [], rules: [], portals: [], ...library };
}

/**
 * Make the field and the portals' mutator known to Blockly.
 * @param {Record<string, string>} words
 * @param {Record<string, Record<string, {library: string, kind: string}>>} fields
 */
export function registerLibraryFields(words, fields) {
  known.words = words;
  known.fields = fields;
  Blockly.fieldRegistry.register("field_library", LibraryField);
  Blockly.Extensions.registerMutator("elisa_portal", {
    saveExtraState: () => null,
    /** @this {Blockly.Block} @param {{params?: string[]}} state */
    loadExtraState(state) {
      for (const name of state.params ?? []) addParameter(this, { name });
    },
  });
}

class LibraryField extends Blockly.FieldDropdown {
  constructor() {
    super(function () {
      return choices(/** @type {any} */ (this));
    });
  }

  static fromJson() {
    return new LibraryField();
  }

  /** @override @param {string} [value] */
  doClassValidation_(value) {
    return typeof value === "string" ? value : "";
  }

  /** @override @param {string} value */
  doValueUpdate_(value) {
    super.doValueUpdate_(value);
    const block = this.getSourceBlock();
    if (block && this.name === "CAPABILITY_ID") offerParameters(block, value);
  }
}

/**
 * @param {Blockly.FieldDropdown} field
 * @returns {[string, string][]}
 */
function choices(field) {
  const block = field.getSourceBlock();
  const meant = known.fields[block?.type ?? ""]?.[field.name ?? ""];
  const items = meant ? itemsOf(meant, block) : [];
  /** @type {[string, string][]} */
  const offered = items.map((item) => [item.name || item.id, item.id]);
  const now = field.getValue() ?? "";
  if (!offered.some(([, id]) => id === now)) {
    offered.unshift([now ? known.words.missing.replace("{name}", now) : known.words.choose, now]);
  }
  return offered;
}

/**
 * @param {{library: string, kind: string}} meant
 * @param {Blockly.Block | null} block
 * @returns {Item[]}
 */
function itemsOf(meant, block) {
  if (meant.library !== "capabilities") return known.library[/** @type {keyof Library} */ (meant.library)] ?? [];
  const portal = known.library.portals.find((item) => item.id === block?.getFieldValue("PORTAL_ID"));
  return (portal?.capabilities ?? []).filter((item) => !meant.kind || item.kind === meant.kind);
}

/**
 * @param {Blockly.Block} block
 * @param {string} capability
 */
function offerParameters(block, capability) {
  const portal = known.library.portals.find((item) => item.id === block.getFieldValue("PORTAL_ID"));
  const found = portal?.capabilities?.find((item) => item.id === capability);
  for (const parameter of found?.params ?? []) addParameter(block, parameter);
}

/**
 * @param {Blockly.Block} block
 * @param {Parameter} parameter
 */
function addParameter(block, parameter) {
  const name = parameter.name.startsWith(PARAM) ? parameter.name : PARAM + parameter.name;
  if (block.getField(name)) return;
  const input = block.appendDummyInput(`INPUT_${name}`);
  input.appendField(`${name.slice(PARAM.length)}:`).appendField(new Blockly.FieldTextInput(String(parameter.default ?? "")), name);
}
