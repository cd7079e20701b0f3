"""The catalog: one source for Python and the editor, whole and in words that exist."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from elisa.blocks.interpret import EFFECTS
from elisa.blocks.toolbox import load_toolbox
from elisa.core import resources
from elisa.spec.devices import DeviceManifest

if TYPE_CHECKING:
    from elisa.blocks.catalog import Catalog

GROUP_COLOURS = {
    "idea": "#2B5BD7",
    "wish": "#B52A72",
    "style": "#6A40C8",
    "team": "#FF9A3C",
    "order": "#7B5138",
    "world": "#0A757A",
}


def test_it_holds_the_types_of_the_format_and_no_other(catalog: Catalog) -> None:
    places = Counter(
        "device"
        if kind.effect == "device"
        else "read only"
        if kind.type in {"runtime_config", "backpack_source", "deploy_runtime"}
        else "skill"
        if kind.place.startswith("skill")
        else "canvas"
        for kind in catalog.blocks.values()
    )
    assert places == {"canvas": 35, "skill": 7, "device": 6, "read only": 3}


def test_every_label_has_a_place_for_each_of_its_parts(catalog: Catalog) -> None:
    for kind in catalog.blocks.values():
        label = catalog.words(kind.definition["message0"])
        assert sorted(re.findall(r"%(\d+)", label)) == [
            str(n + 1) for n in range(len(kind.definition.get("args0", ())))
        ], kind.type


def test_the_labels_are_those_of_the_picture(catalog: Catalog) -> None:
    shown = {name: catalog.words(kind.definition["message0"]) for name, kind in catalog.blocks.items()}
    assert shown["nugget_goal"] == "I want to make %1"
    assert shown["nugget_template"] == "It is a %1"
    assert shown["feature"].startswith("It can: %1")
    assert shown["behavioral_test"] == "Proof: if I %1 then %2"
    assert shown["when_then"].startswith("When %1 then %2")
    assert shown["look_like"] == "It looks like %1"
    assert shown["agent_builder"] == "Builder %1 who is %2"
    assert shown["check_with_me"] == "Ask me before %1"
    assert shown["deploy_web"] == "Put it on the web"


def test_every_message_that_a_definition_names_is_there_for_the_editor(catalog: Catalog) -> None:
    messages = catalog.messages()
    named = set(re.findall(r"%\{BKY_(\w+)\}", str(catalog.definitions())))
    assert named == set(messages)
    assert all(messages.values())


def test_a_help_text_is_one_short_sentence(catalog: Catalog) -> None:
    for kind in catalog.blocks.values():
        words = catalog.words(kind.definition["tooltip"]).split()
        assert 3 <= len(words) <= 12, kind.type


def test_every_effect_is_known(catalog: Catalog) -> None:
    canvas = {kind.effect for kind in catalog.blocks.values() if not kind.place.startswith("skill")}
    assert canvas == set(EFFECTS)


def test_the_toolbox_offers_every_canvas_block_once_in_six_groups(catalog: Catalog) -> None:
    toolbox = load_toolbox(resources.root(), catalog)
    assert [group.name for group in toolbox.groups] == ["Idea", "Wishes", "Style", "Team", "Order", "Out there"]
    assert {group.key: group.colour for group in toolbox.groups} == GROUP_COLOURS
    offered = [(name, group.key) for group in toolbox.groups for one in group.categories for name in one.blocks]
    assert len(offered) == len({name for name, _ in offered})
    canvas = {kind.type: kind.group for kind in catalog.blocks.values() if not kind.place.startswith("skill")}
    assert dict(offered) == canvas
    assert set(toolbox.skill_flow) == set(catalog.blocks) - set(canvas)


def test_the_toolbox_speaks_blockly(catalog: Catalog) -> None:
    shown = load_toolbox(resources.root(), catalog).blockly()
    assert shown["kind"] == "categoryToolbox"
    assert shown["contents"][0]["contents"][0] == {"kind": "label", "text": "Ideas"}
    assert {"kind": "block", "type": "nugget_goal"} in shown["contents"][0]["contents"]


@pytest.fixture
def rover() -> DeviceManifest:
    return DeviceManifest.model_validate(
        {
            "id": "moon-rover",
            "name": "Moon rover",
            "version": "1.0.0",
            "blocks": [
                {
                    "type": "moon_rover",
                    "message": "Drive %1 with password %2",
                    "args": [
                        {"type": "field_number", "name": "SPEED", "value": 2, "min": 1, "max": 5},
                        {"type": "field_input", "name": "WIFI_PASS", "text": ""},
                    ],
                    "previousStatement": True,
                    "nextStatement": True,
                    "tooltip": "It drives on the moon.",
                }
            ],
            "deploy": {"method": "flash", "flash": {"files": ["main.py"]}},
        }
    )


def test_a_plug_in_brings_its_blocks(catalog: Catalog, rover: DeviceManifest) -> None:
    more = catalog.with_devices([rover])
    kind = more.blocks["moon_rover"]
    assert (kind.fields["SPEED"].minimum, kind.fields["SPEED"].maximum) == (1, 5)
    assert kind.fields["WIFI_PASS"].secret
    groups = load_toolbox(resources.root(), more).groups
    assert "moon_rover" in [name for one in groups[-1].categories for name in one.blocks]
    assert "moon_rover" not in catalog.blocks


def test_a_plug_in_cannot_replace_a_block_of_ours(catalog: Catalog, rover: DeviceManifest) -> None:
    evil = rover.model_copy(update={"blocks": (rover.blocks[0].model_copy(update={"type": "nugget_goal"}),)})
    assert catalog.with_devices([evil]).blocks["nugget_goal"].effect == "goal"
