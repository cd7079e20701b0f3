// Blockly stands in the editor page as one script, so it is a global name there.
import * as Everything from "blockly/core";

declare global {
  export import Blockly = Everything;
}
