"""Interpret: the faults of the predecessor that ours does not have, and workspaces that try to break it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from elisa.blocks.interpret import Interpretation, interpret
from elisa.blocks.tree import BLOCKS
from elisa.core import resources
from elisa.spec import limits
from elisa.spec.devices import DeviceManifest
from elisa.spec.library import Library, read_library
from support.golden import canvas_cases, load
from support.workspaces import block, chain, feature, goal, proof, workspace

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.blocks.catalog import Catalog

Json = dict[str, Any]


def read(catalog: Catalog, *blocks: Json, library: Library | None = None) -> Interpretation:
    return interpret(workspace(chain(goal(), *blocks)), library or Library(), catalog)


def codes(result: Interpretation) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.block_id) for problem in result.problems]


def test_pitfall_01_skills_and_rules_reach_the_spec_from_a_file(catalog: Catalog) -> None:
    library, _ = read_library(
        [{"id": "s", "name": "S", "prompt": "p", "category": "agent"}],
        [{"id": "r", "name": "R", "prompt": "p", "trigger": "always"}],
    )
    result = read(catalog, block("use_skill", {"SKILL_ID": "s"}), block("use_rule", {"RULE_ID": "r"}), library=library)
    assert [skill.id for skill in result.spec.skills or ()] == ["s"]
    assert [rule.id for rule in result.spec.rules or ()] == ["r"]
    assert result.problems == ()


def test_pitfall_02_portal_params_are_read_from_the_file(catalog: Catalog) -> None:
    library, _ = read_library(
        portals=[
            {
                "id": "p",
                "name": "P",
                "mechanism": "cli",
                "capabilities": [
                    {"id": "c", "name": "C", "kind": "action", "params": [{"name": "to", "type": "string"}]}
                ],
            }
        ]
    )
    told = block("portal_tell", {"PORTAL_ID": "p", "CAPABILITY_ID": "c", "PARAM_to": "Ada"})
    portals = read(catalog, told, library=library).spec.portals or []
    assert portals[0].interactions[0].params == {"to": "Ada"}


def test_pitfall_03_the_prompt_of_a_skill_step_is_a_field(catalog: Catalog) -> None:
    assert catalog.blocks["skill_run_agent"].fields["PROMPT"].limit == limits.SKILL_TEXT


def test_pitfall_04_a_composite_skill_can_build(catalog: Catalog) -> None:
    flow = workspace(chain(block("skill_flow_start"), block("skill_output", {"TEMPLATE": "done"})))
    library, _ = read_library([{"id": "s", "name": "S", "prompt": "", "category": "composite", "workspace": flow}])
    result = read(catalog, block("use_skill", {"SKILL_ID": "s"}), library=library)
    assert result.can_build
    assert [skill.workspace for skill in result.spec.skills or ()] == [flow]


def test_pitfall_05_a_guide_can_build(catalog: Catalog) -> None:
    result = read(catalog, block("write_guide", {"GUIDE_FOCUS": "parts"}))
    assert result.can_build
    assert result.spec.documentation
    assert result.spec.documentation.focus == "parts"


def test_pitfall_06_keep_improving_can_build(catalog: Catalog) -> None:
    result = read(catalog, block("keep_improving", {"CONDITION_TEXT": "it is fun"}))
    assert result.can_build
    assert result.spec.model_dump(mode="json")["workflow"]["iteration_conditions"][0]["condition"] == "it is fun"


def test_pitfall_07_install_hints_and_windows_paths_are_fine(catalog: Catalog) -> None:
    config = {"command": "post", "args": ["C:\\Program Files (x86)\\post"], "installHint": "Ask a grown-up."}
    capability = {"id": "c", "name": "C", "kind": "query"}
    library, _ = read_library(
        portals=[{"id": "p", "name": "P", "mechanism": "cli", "capabilities": [capability], "cliConfig": config}]
    )
    result = read(catalog, block("portal_ask", {"PORTAL_ID": "p", "CAPABILITY_ID": "c"}), library=library)
    assert result.problems == ()
    assert result.spec.model_dump(mode="json")["portals"][0]["cliConfig"] == config


def test_pitfall_08_what_lies_in_a_container_counts(catalog: Catalog) -> None:
    inside = [
        feature("jump", TEST_SOCKET=[proof()]),
        block("agent_tester", {"AGENT_NAME": "Loupe", "AGENT_PERSONA": "curious"}),
        block("deploy_web"),
    ]
    for container, gap in (("first_then", "THEN_BLOCKS"), ("at_same_time", "PARALLEL_BLOCKS")):
        spec = read(catalog, block(container, None, "box", **{gap: inside})).spec
        assert [(one.description, one.container_id) for one in spec.requirements] == [("jump", "box")]
        assert [test.requirement_id for test in spec.workflow.behavioral_tests or ()] == ["req_0"]
        assert [agent.name for agent in spec.agents] == ["Loupe"]
        assert spec.deployment.target == "web"


def test_pitfall_08_a_hint_never_says_a_raw_type_name(catalog: Catalog) -> None:
    for place in canvas_cases().values():
        hints = load(place)["spec"]["workflow"]["flow_hints"]
        said = {text for hint in hints for text in hint["descriptions"]}
        assert said.isdisjoint(catalog.blocks)


def test_pitfall_09_old_field_names_keep_the_design(catalog: Catalog) -> None:
    style = read(catalog, block("look_like", {"STYLE_TEXT": "like a comic"})).spec.style
    assert style
    assert style.visual == "like a comic"
    box = block("esp32_s3_box3_agent", {"WIFI_PASS": "cat", "WAKE_WORD": "hey_you", "VOICE_ENABLED": True}, "box")
    result = read(catalog, box)
    assert (result.spec.devices or [])[0].fields == {"WIFI_PASSWORD": "cat", "WAKE_WORD": "hey_elisa"}
    assert codes(result) == [("bad_value", "box"), ("unknown_field", "box")]


def test_pitfall_13_an_unknown_block_takes_nothing_else_with_it(catalog: Catalog) -> None:
    result = read(catalog, feature("one"), block("from_tomorrow", {"X": 1}, "new"), feature("two"))
    assert [one.description for one in result.spec.requirements] == ["one", "two"]
    assert codes(result) == [("unknown_block", "new")]
    assert result.can_build


def test_pitfall_14_blocks_without_ids_stay_apart_and_keep_their_ids(catalog: Catalog) -> None:
    blinks = [block("heltec_blink", {"SPEED": "fast"}), block("heltec_blink", {"SPEED": "slow"})]
    first = [device.instance_id for device in read(catalog, *blinks).spec.devices or ()]
    again = [device.instance_id for device in read(catalog, *blinks).spec.devices or ()]
    assert first == ["heltec_blink", "heltec_blink-2"]
    assert first == again


def test_pitfall_14_a_made_up_id_gives_way_to_a_real_one(catalog: Catalog) -> None:
    made = read(catalog, feature("one")).spec.requirements[0].block_id
    spec = read(catalog, feature("one"), feature("two", made)).spec
    assert len({one.block_id for one in spec.requirements}) == 2


def test_pitfall_15_a_second_idea_and_loose_stacks_are_named(catalog: Catalog) -> None:
    result = interpret(
        workspace(goal(), block("nugget_goal", {"GOAL_TEXT": "two"}, "second"), feature("loose", "loose")),
        Library(),
        catalog,
    )
    assert codes(result) == [("second_goal", "second"), ("detached", "loose")]


def test_pitfall_16_a_portal_keeps_its_environment(catalog: Catalog) -> None:
    config = {"command": "hub", "args": [], "env": {"HUB_TOKEN": "abc"}}
    capability = {"id": "c", "name": "C", "kind": "query"}
    library, _ = read_library(
        portals=[{"id": "p", "name": "P", "mechanism": "mcp", "capabilities": [capability], "mcpConfig": config}]
    )
    result = read(catalog, block("portal_ask", {"PORTAL_ID": "p", "CAPABILITY_ID": "c"}), library=library)
    assert result.spec.model_dump(mode="json")["portals"][0]["mcpConfig"] == config


def test_report_P035_a_block_without_a_type_is_named_with_file_and_number(catalog: Catalog) -> None:
    result = interpret({"blocks": {"languageVersion": 0, "blocks": [{"type": None}]}}, Library(), catalog)
    message = next(one.message for one in result.problems if one.code == "malformed_block")
    assert "workspace.json" in message
    assert "block 1" in message


def test_report_P039_an_unknown_block_beside_the_idea_is_a_warning(catalog: Catalog) -> None:
    result = interpret(workspace({"type": "fastled_init", "id": "led"}, goal()), Library(), catalog)
    assert codes(result) == [("unknown_block", "led")]
    assert result.can_build
    assert result.spec.nugget.goal == "a game with a cat"


@pytest.mark.parametrize(
    "folder", sorted((resources.root() / "blockly_assets" / "examples").iterdir()), ids=lambda place: place.name
)
def test_report_P041_a_bundled_example_has_no_problem(folder: Path, catalog: Catalog) -> None:
    files = {name: json.loads((folder / f"{name}.json").read_text("utf-8")) for name in ("skills", "rules", "portals")}
    library, library_problems = read_library(**files)
    result = interpret(json.loads((folder / "workspace.json").read_text("utf-8")), library, catalog)
    assert (*library_problems, *result.problems) == ()
    assert result.spec.nugget.type in ("game", "website", "story", "tool")
    assert len(result.spec.workflow.behavioral_tests or ()) >= 2
    about = json.loads((folder / "example.json").read_text("utf-8"))
    assert set(about) == {"title", "description", "category", "picture"}
    assert about["picture"] == folder.name


def test_a_chain_of_ten_thousand_blocks_is_read(catalog: Catalog) -> None:
    result = read(catalog, *(block("deploy_web") for _ in range(10_000)))
    assert result.spec.deployment.target == "web"
    assert result.problems == ()


def test_ten_thousand_containers_in_each_other_are_read(catalog: Catalog) -> None:
    inner = feature("deep down")
    for _ in range(10_000):
        inner = {"type": "timer_every", "inputs": {"ACTION_BLOCKS": {"block": inner}}}
    result = read(catalog, inner)
    assert len(result.spec.requirements) == limits.REQUIREMENTS
    assert not result.can_build
    assert result.problems[-1].code == "more_problems"


def test_too_many_blocks_are_refused_with_a_number(catalog: Catalog) -> None:
    result = read(catalog, *(block("deploy_web") for _ in range(BLOCKS)))
    assert codes(result) == [("too_many_blocks", None)]
    assert str(BLOCKS) in result.problems[0].message
    assert not result.can_build


def test_a_block_that_holds_itself_is_read_once(catalog: Catalog) -> None:
    around = block("at_same_time", None, "round")
    around["inputs"] = {"PARALLEL_BLOCKS": {"block": around}}
    assert "circular_block" in [code for code, _ in codes(read(catalog, around))]


@pytest.mark.parametrize(
    ("kind", "fields", "limit"),
    [
        ("feature", {"FEATURE_TEXT": "jump"}, limits.REQUIREMENTS),
        ("agent_builder", {"AGENT_NAME": "Nib"}, limits.AGENTS),
        ("keep_improving", {"CONDITION_TEXT": "fun"}, limits.ITERATION_CONDITIONS),
        ("feedback_loop", {}, limits.FEEDBACK_LOOPS),
        ("heltec_blink", {}, limits.DEVICES),
        ("nugget_provides", {"INTERFACE_NAME": "x"}, limits.INTERFACES),
        ("team_member", {}, limits.MEETING_TEAM),
        ("backpack_source", {}, limits.BACKPACK_SOURCES),
        ("at_same_time", {}, limits.FLOW_HINTS),
    ],
)
def test_one_more_than_the_format_allows_is_an_error_on_that_block(
    kind: str, fields: Json, limit: int, catalog: Catalog
) -> None:
    blocks = [block(kind, fields, f"b{number}") for number in range(limit + 1)]
    assert ("too_many", f"b{limit}") in codes(read(catalog, *blocks))
    assert not read(catalog, *blocks).can_build
    assert "too_many" not in [code for code, _ in codes(read(catalog, *blocks[:limit]))]


def test_a_plug_in_block_joins_the_spec(catalog: Catalog) -> None:
    rover = DeviceManifest.model_validate(
        {
            "id": "rover",
            "name": "Rover",
            "blocks": [{"type": "rover", "message": "Drive %1", "args": [{"type": "field_input", "name": "NAME"}]}],
            "deploy": {"method": "esptool"},
            "spec_mapping": {"extract_fields": {"runtime.agent_name": "NAME"}},
        }
    )
    result = read(catalog.with_devices([rover]), block("rover", {"NAME": "Luna"}, "r"))
    assert result.spec.deployment.target == "esp32"
    assert [device.plugin_id for device in result.spec.devices or ()] == ["rover"]
    assert result.spec.runtime
    assert result.spec.runtime.agent_name == "Luna"


def test_order_makes_no_circle() -> None:
    for place in canvas_cases().values():
        numbers = {one["id"]: number for number, one in enumerate(load(place)["spec"]["requirements"])}
        for one in load(place)["spec"]["requirements"]:
            assert all(numbers[earlier] < numbers[one["id"]] for earlier in one["after"])
