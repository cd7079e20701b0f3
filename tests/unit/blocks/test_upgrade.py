"""Old workspaces get today's names before the editor sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elisa.blocks.interpret import interpret
from elisa.blocks.upgrade import upgrade
from elisa.spec.library import Library
from support.golden import canvas_cases, load
from support.workspaces import block, chain, feature, workspace

if TYPE_CHECKING:
    from elisa.blocks.catalog import Catalog


def test_old_types_are_renamed_at_any_depth(catalog: Catalog) -> None:
    inner = block("project_template", {"TEMPLATE_TYPE": "story"})
    old = workspace(
        chain(block("project_goal", {"GOAL_TEXT": "x"}), block("at_same_time", PARALLEL_BLOCKS=[feature("a"), inner]))
    )
    new = workspace(
        chain(
            block("nugget_goal", {"GOAL_TEXT": "x"}),
            block(
                "at_same_time",
                PARALLEL_BLOCKS=[feature("a"), block("nugget_template", {"TEMPLATE_TYPE": "story"})],
            ),
        )
    )
    assert upgrade(old, catalog) == new
    assert old["blocks"]["blocks"][0]["type"] == "project_goal"


def test_pitfall_09_an_old_field_gets_its_new_name_unless_the_editor_would_drop_its_words(catalog: Catalog) -> None:
    fits = workspace(block("look_like", {"STYLE_TEXT": "space"}))
    free = workspace(block("look_like", {"STYLE_TEXT": "like a comic"}))
    assert upgrade(fits, catalog) == workspace(block("look_like", {"STYLE_PRESET": "space"}))
    assert upgrade(free, catalog) == free


def test_report_P039_unknown_blocks_stay_with_all_they_hold(catalog: Catalog) -> None:
    odd = workspace(
        {"type": "fastled_init", "id": "u", "fields": {"PIN": 3}, "extraState": {"a": [1]}, "x": 10, "y": 20}
    )
    assert upgrade(odd, catalog) == odd


def test_an_upgraded_workspace_means_the_same(catalog: Catalog) -> None:
    for place in canvas_cases().values():
        case: dict[str, Any] = load(place)
        before = interpret(case["workspace"], Library(), catalog)
        assert interpret(upgrade(case["workspace"], catalog), Library(), catalog) == before


def test_a_very_deep_workspace_is_upgraded(catalog: Catalog) -> None:
    inner: dict[str, Any] = block("project_template", {"TEMPLATE_TYPE": "story"})
    for _ in range(20_000):
        inner = {"type": "deploy_web", "next": {"block": inner}}
    new: Any = upgrade(workspace(inner), catalog)
    new = new["blocks"]["blocks"][0]
    while "next" in new:
        new = new["next"]["block"]
    assert new["type"] == "nugget_template"
