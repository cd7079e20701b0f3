"""The 12 skills in three vendors' shapes: golden files, and each vendor's own rules for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from elisa.agents.prompts import PromptBook
from elisa.core import resources
from elisa.providers.base import ToolDefinition
from elisa.providers.tool_formats import format_tool, openai_tool
from elisa.spec.data_block import DataBlock
from elisa.spec.nugget import NuggetSpec
from elisa.tools import all_tools
from elisa.tools.ask_user import AskUser

if TYPE_CHECKING:
    from elisa.agents.roles import PromptName
    from elisa.providers.tool_formats import ToolFormat
    from elisa.tools.base import Tool
    from elisa.tools.schema import Arguments

GOLDEN = Path(__file__).parent / "golden"
NAMES = [
    "read_file",
    "write_file",
    "list_files",
    "search_code",
    "find_references",
    "git_diff",
    "git_commit",
    "analyze_dependencies",
    "explain_function",
    "run_tests",
    "install_package",
    "read_logs",
]


def test_there_are_exactly_the_twelve_skills_in_order() -> None:
    assert [tool.name for tool in all_tools()] == NAMES


@pytest.mark.parametrize("vendor", ["anthropic", "openai", "gemini"])
def test_schemas_are_as_they_were(vendor: ToolFormat) -> None:
    made = [format_tool(tool.definition(), vendor) for tool in [*all_tools(), AskUser()]]
    assert made == json.loads((GOLDEN / f"{vendor}.json").read_text(encoding="utf-8"))


def objects(schema: dict[str, Any]) -> list[dict[str, Any]]:
    found = [schema] if "properties" in schema else []
    for part in [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]:
        found += objects(part)
    return found


@pytest.mark.parametrize("tool", [*all_tools(), AskUser()], ids=lambda tool: tool.name)
def test_each_vendors_rules_hold(tool: Tool[Arguments]) -> None:
    anthropic = tool.to_anthropic_tool()
    assert set(anthropic) == {"name", "description", "input_schema"}
    assert anthropic["input_schema"]["type"] == "object"

    function = tool.to_openai_tool()["function"]
    assert function["strict"] is True
    for schema in objects(function["parameters"]):
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])
        assert set(schema) <= {"type", "properties", "required", "additionalProperties"}

    declared = tool.to_gemini_function().get("parameters", {"type": "OBJECT"})
    for schema in objects(declared):
        assert schema["type"] == "OBJECT"
        assert set(schema) <= {"type", "properties", "required", "description"}
        assert all(part["type"].isupper() for part in schema["properties"].values())


def test_what_strict_mode_cannot_say_is_sent_as_it_is() -> None:
    free = {"type": "object", "properties": {"why": {"type": "object", "additionalProperties": {"type": "string"}}}}
    function = openai_tool(ToolDefinition(name="submit", description="", parameters=free))["function"]
    assert function == {"name": "submit", "description": "", "strict": False, "parameters": free}


@pytest.mark.parametrize(
    "name", ["planner", "builder", "custom", "tester", "reviewer", "fixer", "guide", "judge", "skill"]
)
def test_prompt_and_tools_stay_below_eight_kilobytes(name: PromptName) -> None:
    prompt = PromptBook(resources.root() / "prompts").prompt(name, DataBlock(kind="build", spec=NuggetSpec()))
    for vendor in ("anthropic", "openai", "gemini"):
        tools = [format_tool(tool.definition(), vendor) for tool in [*all_tools(), AskUser()]]
        size = len(prompt.system.encode()) + len(json.dumps(tools, separators=(",", ":")).encode())
        assert size < 8192, (vendor, size)
