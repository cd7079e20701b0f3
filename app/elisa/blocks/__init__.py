"""From Blockly blocks to the spec, pure and without a page: catalog, toolbox, interpret, skill flows, upgrade."""
