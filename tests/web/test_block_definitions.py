"""Our block definitions in the real Blockly, without a page: it takes them all, and examples come out unchanged."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from elisa.blocks.catalog import load_catalog
from elisa.blocks.toolbox import load_toolbox
from elisa.core import resources
from node import node_folder

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = resources.root() / "blockly_assets" / "examples"
PROGRAM = """
"use strict";
const fs = require("fs");
const vm = require("vm");
const job = JSON.parse(fs.readFileSync(0, "utf8"));
const warnings = [];
console.warn = (...words) => warnings.push(words.join(" "));
vm.runInThisContext("var self = globalThis; var module = undefined;");
vm.runInThisContext(fs.readFileSync(job.blockly, "utf8"));
const Blockly = globalThis.Blockly;
Object.assign(Blockly.Msg, job.messages);
class LibraryField extends Blockly.FieldTextInput {
  static fromJson() { return new LibraryField(""); }
}
Blockly.fieldRegistry.register("field_library", LibraryField);
Blockly.defineBlocksWithJsonArray(job.definitions);
const workspace = new Blockly.Workspace();
const words = {};
for (const definition of job.definitions) words[definition.type] = workspace.newBlock(definition.type).toString();
const saved = {};
for (const [name, blocks] of Object.entries(job.examples)) {
  Blockly.serialization.workspaces.load(blocks, workspace);
  saved[name] = Blockly.serialization.workspaces.save(workspace);
}
process.stdout.write(JSON.stringify({ words, saved, warnings }));
"""


@pytest.fixture(scope="module")
def examples() -> dict[str, Any]:
    return {place.name: json.loads((place / "workspace.json").read_text("utf-8")) for place in EXAMPLES.iterdir()}


@pytest.fixture(scope="module")
def shown(examples: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    catalog = load_catalog(resources.root())
    program: Path = tmp_path_factory.mktemp("blockly") / "program.js"
    program.write_text(PROGRAM, encoding="utf-8")
    job = {
        "blockly": str(resources.fetched() / "blockly" / "blockly.min.js"),
        "definitions": catalog.definitions(),
        "messages": catalog.messages(),
        "examples": examples,
    }
    command = [str(node_folder() / "node"), str(program)]
    done = subprocess.run(command, input=json.dumps(job).encode(), capture_output=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_blockly_takes_every_definition_without_a_warning(shown: dict[str, Any]) -> None:
    assert shown["warnings"] == []
    assert set(shown["words"]) == set(load_catalog(resources.root()).blocks)


def test_every_text_of_a_block_is_found(shown: dict[str, Any]) -> None:
    assert [words for words in shown["words"].values() if "BKY" in words] == []
    assert shown["words"]["nugget_template"] == "It is a game"
    assert shown["words"]["behavioral_test"] == "Proof: if I do this then that happens"


def test_report_P041_an_example_comes_out_of_the_editor_as_it_went_in(
    shown: dict[str, Any], examples: dict[str, Any]
) -> None:
    assert shown["saved"] == examples


def test_the_toolbox_offers_only_what_blockly_knows(shown: dict[str, Any]) -> None:
    toolbox = load_toolbox(resources.root(), load_catalog(resources.root()))
    offered = {name for group in toolbox.groups for one in group.categories for name in one.blocks}
    assert offered | set(toolbox.skill_flow) == set(shown["words"])
