"""Whatever the JSON holds: no crash, a spec that is valid and can be written, and a problem for what is lost."""

from __future__ import annotations

import copy
import json
import os
from functools import partial
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elisa.blocks.catalog import load_catalog
from elisa.blocks.interpret import interpret
from elisa.blocks.skill_flow import read_skill_plan
from elisa.blocks.upgrade import upgrade
from elisa.core import resources
from elisa.spec.library import Skill, read_library
from elisa.spec.nugget import NuggetSpec
from support.golden import canvas_cases, load

if TYPE_CHECKING:
    from collections.abc import Callable

CATALOG = load_catalog(resources.root())
TYPES = [*CATALOG.blocks, *CATALOG.legacy_types, "no_such_block"]
FIELDS = sorted({name for kind in CATALOG.blocks.values() for name in kind.fields})
GAPS = sorted({name for kind in CATALOG.blocks.values() for name in kind.inputs})
CASES = [load(place) for place in canvas_cases().values()]
TEXT = st.text(st.characters(exclude_categories=()), max_size=30)
SCALAR = st.none() | st.booleans() | st.integers() | st.floats() | TEXT
ANY = st.recursive(SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3))
EXAMPLES = int(os.environ.get("ELISA_FUZZ_EXAMPLES", "150"))
SETTINGS = settings(
    max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


def _block(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    held = st.fixed_dictionaries({"block": inner}) | SCALAR
    return st.fixed_dictionaries(
        {"type": st.sampled_from(TYPES) | SCALAR},
        optional={
            "id": st.sampled_from(["a", "b", "made-0-1"]) | SCALAR,
            "fields": st.dictionaries(st.sampled_from(FIELDS), SCALAR | st.sampled_from(["x", "5"]), max_size=4) | ANY,
            "inputs": st.dictionaries(st.sampled_from(GAPS) | TEXT, held, max_size=2) | ANY,
            "next": held,
            "enabled": st.booleans(),
            "disabledReasons": st.lists(TEXT, max_size=1),
        },
    )


BLOCK = st.recursive(_block(SCALAR), _block, max_leaves=12)
GOAL = BLOCK.map(lambda inner: {"type": "nugget_goal", "fields": {"GOAL_TEXT": "x"}, "next": {"block": inner}})
WORKSPACE = st.lists(BLOCK | GOAL, max_size=4).map(lambda tops: {"blocks": {"blocks": tops}}) | ANY
ITEM = st.dictionaries(
    st.sampled_from(["id", "name", "prompt", "mechanism", "category", "trigger", "capabilities", "mcpConfig"]),
    st.sampled_from(["a", "b", "composite", "x"]) | ANY,
)


def holds(workspace: object, skills: object = None, rules: object = None, portals: object = None) -> None:
    library, found = read_library(skills, rules, portals)
    spec, problems = interpret(workspace, library, CATALOG)
    written = json.dumps(spec.model_dump(mode="json"), ensure_ascii=False, allow_nan=False).encode("utf-8")
    assert NuggetSpec.model_validate_json(written) == spec
    for problem in (*found, *problems):
        problem.model_dump_json()
    upgrade(workspace, CATALOG)


@SETTINGS
@given(WORKSPACE)
def test_any_workspace_is_read(workspace: object) -> None:
    holds(workspace)


@SETTINGS
@given(st.lists(ITEM | ANY) | ANY, st.lists(ITEM | ANY) | ANY, st.lists(ITEM | ANY) | ANY)
def test_any_library_is_read(skills: object, rules: object, portals: object) -> None:
    uses = [("use_skill", "SKILL_ID"), ("use_rule", "RULE_ID"), ("portal_tell", "PORTAL_ID")]
    tops: list[object] = [{"type": "nugget_goal", "fields": {"GOAL_TEXT": "x"}}]
    inner: dict[str, Any] | None = None
    for kind, name in uses:
        for value in ("a", "b", "composite"):
            fields = {name: value, "CAPABILITY_ID": "a"} if kind == "portal_tell" else {name: value}
            inner = {"type": kind, "fields": fields, **({"next": {"block": inner}} if inner else {})}
    tops = [{"type": "nugget_goal", "fields": {"GOAL_TEXT": "x"}, "next": {"block": inner}}]
    holds({"blocks": {"blocks": tops}}, skills, rules, portals)


@SETTINGS
@given(WORKSPACE)
def test_any_skill_is_read(workspace: object) -> None:
    flow = workspace if isinstance(workspace, dict) else {"blocks": workspace}
    plan, _ = read_skill_plan(Skill(id="s", name="S", prompt="", category="composite", workspace=flow), CATALOG)
    assert type(plan).model_validate_json(plan.model_dump_json()) == plan


@SETTINGS
@given(st.sampled_from(CASES), st.data())
def test_a_damaged_golden_case_is_read(case: dict[str, Any], data: st.DataObject) -> None:
    damaged = copy.deepcopy(case)
    for _ in range(data.draw(st.integers(1, 3))):
        places = list(_places(damaged, ("workspace", "skills", "rules", "portals")))
        change = data.draw(st.sampled_from(places))
        change(data.draw(ANY))
    holds(damaged.get("workspace"), damaged.get("skills"), damaged.get("rules"), damaged.get("portals"))


def _places(case: dict[str, Any], names: tuple[str, ...]) -> list[Callable[[object], None]]:
    """Return a way to overwrite each value of a case."""
    found: list[Callable[[object], None]] = []
    todo: list[Any] = [case]
    while todo:
        holder = todo.pop()
        keys = [key for key in holder if holder is not case or key in names] if isinstance(holder, dict) else []
        for key in keys or (range(len(holder)) if isinstance(holder, list) else ()):
            found.append(partial(holder.__setitem__, key))
            if isinstance(holder[key], dict | list):
                todo.append(holder[key])
    return found
