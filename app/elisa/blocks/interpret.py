"""From blocks to spec: read the workspace, let each block add what it means, then settle what needed the whole."""

from __future__ import annotations

from collections import ChainMap
from typing import TYPE_CHECKING, NamedTuple

from elisa.blocks import helpers, ideas, portals, wishes, world
from elisa.blocks.catalog import CANVAS_PLACES
from elisa.blocks.findings import Findings
from elisa.blocks.read_back import read_back
from elisa.blocks.reading import Contents, Effect, Reading
from elisa.blocks.skill_flow import check_nesting, invoked_skills, read_skill_plan
from elisa.blocks.tree import Node, read_tree
from elisa.blocks.values import Values
from elisa.spec import limits, problems

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.blocks.catalog import Catalog
    from elisa.spec.library import Library
    from elisa.spec.nugget import NuggetSpec
    from elisa.spec.problems import Problem

GOAL = "nugget_goal"
EFFECTS: Mapping[str, Effect] = ChainMap(
    *({**table} for table in (ideas.EFFECTS, wishes.EFFECTS, helpers.EFFECTS, portals.EFFECTS, world.EFFECTS))
)


class Interpretation(NamedTuple):
    """What the blocks ask for and what is wrong with them; the spec is there even when a problem stops a build."""

    spec: NuggetSpec
    problems: tuple[Problem, ...]

    @property
    def can_build(self) -> bool:
        """Tell whether no problem stops a build."""
        return problems.can_build(self.problems)


def interpret(workspace: object, library: Library, catalog: Catalog) -> Interpretation:
    """Read a workspace (the JSON value of ``workspace.json``) as a spec.

    The first idea block at the top of a stack and everything that hangs on it counts; whatever does not count is a
    problem that names its block. Never raises, whatever the JSON holds.
    """
    findings = Findings(catalog.language)
    reading = Reading(library, catalog, findings)
    nodes = read_tree(workspace, catalog, findings)
    goal = goal_of(nodes)
    if goal is None:
        findings.add("no_goal")
    else:
        _note_other_stacks(nodes, goal, findings)
        for node in nodes:
            if node.stack == goal.stack:
                _read(node, goal, reading)
        _settle(reading)
    return Interpretation(reading.spec, findings.sorted())


def goal_of(nodes: list[Node]) -> Node | None:
    """Return the idea block that counts: the first at the top of a stack."""
    return next((node for node in nodes if node.is_top and node.type == GOAL and not node.skipped), None)


def _note_other_stacks(nodes: list[Node], goal: Node, findings: Findings) -> None:
    """Note each stack that hangs on no idea, once, on its first usable block."""
    noted = {goal.stack}
    for node in nodes:
        if node.stack not in noted and node.kind and not node.skipped:
            findings.add("second_goal" if node.type == GOAL else "detached", node)
            noted.add(node.stack)


def _read(node: Node, goal: Node, reading: Reading) -> None:
    node.skipped = node.skipped or bool(node.parent and node.parent.skipped)
    if node.skipped or node.kind is None:
        return
    wrong = _misplaced(node, goal)
    if wrong:
        reading.findings.add(wrong, node)
        node.skipped = True
        return
    values = Values(node, reading.findings)
    EFFECTS[node.kind.effect](reading, node, values)
    values.note_strangers()


def _misplaced(node: Node, goal: Node) -> str:
    """Return the problem code of a block that does not belong where it lies."""
    if node.type == GOAL:
        return "" if node is goal else "second_goal"
    fits = node.parent.kind.inputs.get(node.input or "") if node.parent and node.parent.kind else None
    if node.kind and node.kind.place == "socket":
        return "" if fits else "misplaced_test"
    return "" if node.kind and node.kind.place in CANVAS_PLACES and not fits else "misplaced_block"


def _settle(reading: Reading) -> None:
    """Fill in what is known only at the end: order, contents, places of gates, where it goes, inner skills."""
    contents = reading.contents()
    every = reading.done_before
    for gate in reading.spec.workflow.gates or ():
        gate.before = every[len(gate.after) :]
    _settle_order(reading, contents)
    for node, timer in reading.timers:
        timer.body = contents.get((node.number, "ACTION_BLOCKS"), [])
    for node, event in reading.events:
        event.body = contents.get((node.number, "ACTION_BLOCKS"), [])
    deployment = reading.spec.deployment
    if reading.web:
        deployment.target = "both" if reading.esp32 else "web"
    elif reading.esp32:
        deployment.target = "esp32"
        deployment.auto_flash = True
    _settle_skills(reading)


def _settle_order(reading: Reading, contents: Contents) -> None:
    after: dict[str, set[str]] = {}
    for node, hint in reading.hints:
        places = tuple(node.kind.inputs) if node.kind else ()
        parts = [contents.get((node.number, place), []) for place in places]
        hint.descriptions = [text for inner in node.inside(*places) if (text := _spoken(inner, reading))]
        if hint.type == "parallel":
            hint.together = parts[0]
            continue
        hint.first, hint.then = parts
        for waiting in hint.then:
            after.setdefault(waiting, set()).update(hint.first)
    for _, requirement in reading.requirements:
        requirement.after = [one for one in reading.done_before if one in after.get(requirement.id, ())]


def _spoken(node: Node, reading: Reading) -> str:
    """Return what a block inside an order block says in the hint; order blocks and proofs say nothing themselves."""
    if node.skipped or node.kind is None or node.kind.place == "socket" or node.kind.effect in wishes.ORDER:
        return ""
    return reading.spoken.get(node.number) or read_back(node, reading.catalog, reading.library)


def _settle_skills(reading: Reading) -> None:
    """Check the steps of used skills; bring along the skills that only other skills use."""
    skills = reading.spec.skills or []
    for node, skill_id in reading.skills:
        skill = reading.library.skill(skill_id)
        if skill is None:
            continue
        found = [*read_skill_plan(skill, reading.catalog).problems]
        found += check_nesting(skill, reading.library, reading.catalog)
        for one in found:
            reading.findings.adopt(one, node, skill.name)
        for user, invoked in invoked_skills(skill, reading.library, reading.catalog).items():
            for inner_id in invoked:
                _bring_along(reading, node, user, inner_id)
    reading.spec.skills = skills or None


def _bring_along(reading: Reading, node: Node, user: str, skill_id: str) -> None:
    skills = reading.spec.skills or []
    if any(one.id == skill_id for one in skills):
        return
    skill = reading.library.skill(skill_id)
    if skill is None:
        reading.findings.add("missing_skill", node, name=skill_id)
        return
    use = helpers.skill_use(skill, node, Values(node, reading.findings), invoked_by=user[: limits.NAME])
    reading.keep(skills, use, limits.SKILLS, node)
