"""A nugget that holds every block type of the catalog, put together from the catalog itself."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from elisa.blocks.catalog import BlockType, Catalog

Json = dict[str, Any]

# What stands in the fields where the catalog's own default would say nothing.
FIELDS: dict[str, dict[str, Any]] = {
    "nugget_goal": {"GOAL_TEXT": "a hedgehog crosses the road"},
    "nugget_template": {"TEMPLATE_TYPE": "game"},
    "write_guide": {"GUIDE_FOCUS": "how_it_works"},
    "feature": {"FEATURE_TEXT": "the hedgehog moves with the arrow keys"},
    "behavioral_test": {"GIVEN_WHEN": "I press the right arrow", "THEN": "the hedgehog moves right"},
    "when_then": {"TRIGGER_TEXT": "the hedgehog touches a truck", "ACTION_TEXT": "a life is lost"},
    "has_data": {"DATA_TEXT": "the best score is remembered"},
    "constraint": {"CONSTRAINT_TEXT": "it works without a mouse"},
    "look_like": {"STYLE_PRESET": "space"},
    "personality": {"PERSONALITY_TEXT": "cheerful"},
    "use_skill": {"SKILL_ID": "hero"},
    "use_rule": {"RULE_ID": "kind"},
    "portal_tell": {"PORTAL_ID": "door", "CAPABILITY_ID": "tell"},
    "portal_ask": {"PORTAL_ID": "door", "CAPABILITY_ID": "ask"},
    "portal_when": {"PORTAL_ID": "door", "CAPABILITY_ID": "when"},
    "agent_builder": {"AGENT_NAME": "Mia", "AGENT_PERSONA": "builds"},
    "agent_tester": {"AGENT_NAME": "Tom", "AGENT_PERSONA": "tests"},
    "agent_reviewer": {"AGENT_NAME": "Rex", "AGENT_PERSONA": "looks"},
    "agent_custom": {"AGENT_NAME": "Cleo", "AGENT_PERSONA": "draws"},
    "team_member": {"MEETING_TYPE": "art-agent"},
    "team_member_custom": {"AGENT_NAME": "Uncle Bo", "AGENT_PERSONA": "a poet", "CANVAS_TYPE": "explain-it"},
    "study_mode": {"STYLE": "quiz_me", "DIFFICULTY": "easy", "QUIZ_FREQUENCY": "3"},
    "backpack_source": {"SOURCE_TYPE": "url", "TITLE": "Hedgehogs", "URI": "notes.txt", "SOURCE_ID": "notes"},
    "system_level": {"LEVEL": "builder"},
    "keep_improving": {"CONDITION_TEXT": "all tests pass"},
    "feedback_loop": {
        "LOOP_ID": "loop-1", "TRIGGER": "test_failure", "EXIT_CONDITION": "all tests pass", "MAX_ITERATIONS": 2,
        "CONNECTS_FROM": "prove", "CONNECTS_TO": "last",
    },
    "check_with_me": {"GATE_DESCRIPTION": "it is shown to my class"},
    "timer_every": {"INTERVAL": 5},
    "nugget_provides": {"INTERFACE_NAME": "score", "INTERFACE_TYPE": "data"},
    "nugget_requires": {"INTERFACE_NAME": "weather", "INTERFACE_TYPE": "data"},
    "runtime_config": {"AGENT_NAME": "Robo", "GREETING": "Hi", "FALLBACK_RESPONSE": "Hm", "VOICE": "nova"},
    "deploy_runtime": {"RUNTIME_URL": "http://127.0.0.1:9"},
    "skill_ask_user": {"QUESTION": "Which colour?", "HEADER": "Colour", "OPTIONS": "red, blue", "STORE_AS": "colour"},
    "skill_branch_if": {"CONTEXT_KEY": "colour", "MATCH_VALUE": "red"},
    "skill_set_context": {"KEY": "mood", "VALUE": "warm {{colour}}"},
    "skill_run_agent": {"PROMPT": "think of a name", "STORE_AS": "name"},
    "skill_invoke": {"SKILL_ID": "plain", "STORE_AS": "style"},
    "skill_output": {"TEMPLATE": "The hero is {{mood}}; {{style}}."},
}  # fmt: skip
CANVAS = (
    "nugget_goal", "look_like", "personality", "write_guide", "system_level", "agent_builder", "agent_tester",
    "agent_reviewer", "agent_custom", "team_member", "team_member_custom", "use_skill", "use_rule", "agent_backpack",
    "backpack_source", "study_mode", ("first_then", "FIRST_BLOCKS", "feature", "THEN_BLOCKS", "when_then"),
    ("at_same_time", "PARALLEL_BLOCKS", "has_data constraint"), ("timer_every", "ACTION_BLOCKS", "stars"),
    "keep_improving", "feedback_loop", "check_with_me", "portal_tell", "portal_ask",
    ("portal_when", "ACTION_BLOCKS", "speed"), "nugget_provides", "nugget_requires", "runtime_config",
    "deploy_runtime", "heltec_blink", "heltec_sensor_node", "heltec_gateway", "cloud_dashboard",
    "esp32_s3_box3_agent", "esp32_s3_box3_display", "deploy_web", "deploy_esp32", "deploy_both", "nugget_template",
)  # fmt: skip
SKILL = (
    "skill_flow_start", "skill_ask_user", ("skill_branch_if", "THEN_BLOCKS", "skill_set_context"), "skill_run_agent",
    "skill_invoke", "skill_output",
)  # fmt: skip
MORE = {"stars": "a star appears", "speed": "collect stars for points"}
PROGRAM = "import json, sys\nasked = json.loads(sys.stdin.readline())\nprint('the door hears', asked['type'])\n"


def write_every_block(folder: Path, catalog: Catalog) -> frozenset[str]:
    """Write the nugget into a new folder; return the block types in it."""
    folder.mkdir(parents=True)
    workspace = {"blocks": {"languageVersion": 0, "blocks": [{**_chain(CANVAS, catalog), "x": 0, "y": 0}]}}
    steps = {"blocks": {"languageVersion": 0, "blocks": [_chain(SKILL, catalog)]}}
    skills = [
        {"id": "hero", "name": "A hero", "prompt": "", "category": "composite", "workspace": steps},
        {"id": "plain", "name": "Plain", "prompt": "round shapes", "category": "style"},
    ]
    rules = [{"id": "kind", "name": "Be kind", "prompt": "Only kind words.", "trigger": "on_task_complete"}]
    kinds = {"tell": "action", "ask": "query", "when": "event"}
    door = {
        "id": "door", "name": "The door", "mechanism": "cli", "description": "", "status": "ready",
        "capabilities": [{"id": name, "name": name, "kind": kind, "description": ""} for name, kind in kinds.items()],
        "cliConfig": {"command": sys.executable, "args": ["door.py"]},
    }  # fmt: skip
    parts = {"workspace": workspace, "skills": skills, "rules": rules, "portals": [door]}
    for name, part in parts.items():
        (folder / f"{name}.json").write_text(json.dumps(part), encoding="utf-8")
    return frozenset(_types(workspace)) | frozenset(_types(steps))


def _chain(entries: tuple[Any, ...], catalog: Catalog) -> Json:
    below: Json | None = None
    for entry in reversed(entries):
        block = _block(entry, catalog)
        if below is not None:
            block["next"] = {"block": below}
        below = block
    assert below is not None
    return below


def _block(entry: str | tuple[str, ...], catalog: Catalog) -> Json:
    name, *inputs = (entry,) if isinstance(entry, str) else entry
    if name in MORE:
        return {"type": "feature", "id": f"b {name}", "fields": {"FEATURE_TEXT": MORE[name]}}
    kind = catalog.blocks[name]
    block: Json = {"type": name, "id": f"b {name}", "fields": {**_defaults(kind), **FIELDS.get(name, {})}}
    held = dict(zip(inputs[::2], inputs[1::2], strict=True))
    if "TEST_SOCKET" in kind.inputs and name == "feature":
        held["TEST_SOCKET"] = "behavioral_test"
    if held:
        block["inputs"] = {gap: {"block": _chain(tuple(words.split()), catalog)} for gap, words in held.items()}
    return block


def _defaults(kind: BlockType) -> Json:
    return {field.name: field.default for field in kind.fields.values()}


def _types(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if "type" in value and "fields" in value:
            yield value["type"]
        for held in value.values():
            yield from _types(held)
    elif isinstance(value, list):
        for held in value:
            yield from _types(held)
