// @ts-check
// Colours of blocks and canvas from the one token file, and the renderer: zelos with our own corners.

/** @typedef {"light" | "dark" | "hc"} ThemeName */
/** @typedef {Record<string, any>} Tokens */

/**
 * Return the Blockly theme of a name.
 * @param {Tokens} tokens
 * @param {ThemeName} name
 * @param {string} family The typeface that the child chose.
 * @param {number} size Text size, 1 is usual.
 */
export function blocklyTheme(tokens, name, family, size) {
  const colour = tokens.colour[name].tokens;
  /** @type {Record<string, any>} */
  const blockStyles = {};
  for (const group of tokens.blocks.groups) blockStyles[group.key] = style(group[name]);
  blockStyles.proof = style(tokens.blocks.proof_card[name]);
  blockStyles.unknown = style({ fill: colour.line_strong, edge: colour.ink2 });
  blockStyles.idea.hat = "cap";
  return Blockly.Theme.defineTheme(`elisa-${name}-${family}-${size}`, {
    name: `elisa-${name}`,
    base: Blockly.Themes.Zelos,
    blockStyles,
    componentStyles: {
      workspaceBackgroundColour: colour.mat,
      toolboxBackgroundColour: "transparent",
      toolboxForegroundColour: colour.ink,
      flyoutBackgroundColour: colour.sunken,
      flyoutForegroundColour: colour.ink,
      flyoutOpacity: 1,
      scrollbarColour: colour.line_strong,
      scrollbarOpacity: 0.35,
      insertionMarkerColour: colour.sun,
      insertionMarkerOpacity: 0.6,
      cursorColour: colour.focus,
    },
    fontStyle: { family: `${family}, Nunito, sans-serif`, weight: "700", size: 11.5 * size },
    startHats: false,
  });
}

/** @param {{fill: string, edge: string}} group */
function style(group) {
  return { colourPrimary: group.fill, colourSecondary: group.fill, colourTertiary: group.edge };
}

/**
 * Put the tokens into CSS variables, for everything of the page that is not a block.
 * @param {Tokens} tokens
 * @param {ThemeName} name
 */
export function applyTokens(tokens, name) {
  const root = document.documentElement;
  for (const [key, value] of Object.entries(tokens.colour[name].tokens)) root.style.setProperty(`--${key}`, String(value));
  for (const group of tokens.blocks.groups) {
    root.style.setProperty(`--${group.key}-fill`, group[name].fill);
    root.style.setProperty(`--${group.key}-edge`, group[name].edge);
    root.style.setProperty(`--${group.key}-text`, group[name].text);
  }
  root.style.setProperty("--proof-text", tokens.blocks.proof_card[name].text);
  root.style.setProperty("--field", tokens.blocks.field[name].fill);
  root.style.setProperty("--field-text", tokens.blocks.field[name].text);
  root.dataset.theme = name;
}

class WorkshopConstants extends Blockly.zelos.ConstantProvider {
  constructor() {
    super();
    this.CORNER_RADIUS = 8;
    this.FIELD_BORDER_RECT_RADIUS = 14;
    this.FIELD_BORDER_RECT_X_PADDING = 12;
  }
}

class WorkshopRenderer extends Blockly.zelos.Renderer {
  /** @override */
  makeConstants_() {
    return new WorkshopConstants();
  }
}

/** Make the renderer known as "workshop". */
export function registerRenderer() {
  Blockly.blockRendering.register("workshop", WorkshopRenderer);
}
