"""Read the workspace of a composite skill into its SkillPlan, and check skills that use each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elisa.blocks.catalog import SKILL_PLACES
from elisa.blocks.findings import Findings, shorten
from elisa.blocks.tree import Node, read_tree
from elisa.blocks.values import Values
from elisa.spec import limits
from elisa.spec.skill_plan import (
    AskUser,
    Branch,
    InvokeSkill,
    Output,
    RunAgent,
    SetContext,
    SkillPlan,
    SkillStep,
    find_circle,
    nesting,
)

if TYPE_CHECKING:
    from elisa.blocks.catalog import Catalog
    from elisa.spec.library import Library, Skill
    from elisa.spec.problems import Problem

Steps = dict[int, SkillStep]


class SkillReading(NamedTuple):
    """A plan and what is wrong with its blocks; a problem names a block of the skill's own workspace."""

    plan: SkillPlan
    problems: tuple[Problem, ...]


def read_skill_plan(skill: Skill, catalog: Catalog) -> SkillReading:
    """Return the steps of a composite skill: those under its start block, or its first stack if it has no start."""
    findings = Findings(catalog.language, f"skills.json, “{shorten(skill.name)}”")
    nodes = read_tree(skill.workspace or {}, catalog, findings)
    top = next((node for node in nodes if node.is_top and node.type == "skill_flow_start"), None)
    top = top or next((node for node in nodes if node.is_top), None)
    steps: tuple[SkillStep, ...] = ()
    if top is not None:
        _note_other_stacks(nodes, top, findings)
        steps = _steps([node for node in nodes if node.stack == top.stack], skill, findings)
    if not steps:
        findings.add("skill_empty", skill=skill.name)
    plan = SkillPlan(skill_id=skill.id[: limits.NAME], skill_name=skill.name[: limits.NAME], steps=steps)
    return SkillReading(plan, findings.sorted())


def check_nesting(start: Skill, library: Library, catalog: Catalog) -> tuple[Problem, ...]:
    """Return what is wrong with the skills that a skill uses: a circle, or more than ten levels."""
    findings = Findings(catalog.language)
    invoked = invoked_skills(start, library, catalog)
    circle = find_circle(start.id, invoked)
    names = {skill.id: skill.name for skill in library.skills}
    if circle is not None:
        path = " → ".join(names.get(skill_id, skill_id) for skill_id in circle.path)
        findings.add("skill_cycle", skill=start.name, circle=path)
    elif nesting(start.id, invoked) > limits.SKILL_NESTING:
        findings.add("skill_too_deep", skill=start.name, limit=limits.SKILL_NESTING)
    return findings.sorted()


def invoked_skills(start: Skill, library: Library, catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """Return for a skill, and for each that it reaches through others, which skills it uses."""
    found: dict[str, tuple[str, ...]] = {}
    todo = [start.id]
    while todo:
        skill = library.skill(todo.pop())
        if skill is None or skill.id in found:
            continue
        has_steps = skill.category == "composite" and skill.workspace is not None
        found[skill.id] = read_skill_plan(skill, catalog).plan.invoked() if has_steps else ()
        todo.extend(reversed(found[skill.id]))
    return found


def _note_other_stacks(nodes: list[Node], top: Node, findings: Findings) -> None:
    for node in nodes:
        if node.is_top and node is not top and not node.skipped:
            findings.add("detached", node)


def _steps(nodes: list[Node], skill: Skill, findings: Findings) -> tuple[SkillStep, ...]:
    """Return the steps of one stack. Inner steps are made before the branch that holds them: last block first."""
    usable: list[Node] = []
    for node in nodes:
        node.skipped = node.skipped or bool(node.parent and node.parent.skipped)
        if node.kind and not node.skipped and node.kind.place not in SKILL_PLACES:
            findings.add("misplaced_block", node)
            node.skipped = True
        elif node.kind and not node.skipped and node.kind.place != "skill_start":
            usable.append(node)
    made: Steps = {}
    built = [_read_step(node, number, findings) for number, node in enumerate(usable, start=1)]
    kept = [(node, step) for node, step in zip(usable, built, strict=True) if step is not None]
    if len(kept) > limits.SKILL_STEPS:
        findings.add("skill_steps", kept[limits.SKILL_STEPS][0], skill=skill.name, limit=limits.SKILL_STEPS)
        kept = kept[: limits.SKILL_STEPS]
    for node, step in reversed(kept):
        inner = tuple(made.pop(child.number) for child in node.children.get("THEN_BLOCKS", ()) if child.number in made)
        made[node.number] = step.model_copy(update={"then_steps": inner}) if isinstance(step, Branch) else step
    return tuple(made[number] for number in sorted(made))


def _read_step(node: Node, number: int, findings: Findings) -> SkillStep | None:
    """Return the step of a block, or ``None`` where the block says nothing to ask or to do (which is noted)."""
    values = Values(node, findings)
    step_id = node.id if node.has_own_id else f"step-{number}"
    step = _MAKERS[node.kind.effect if node.kind else ""](step_id, values, node, findings)
    values.note_strangers()
    return step


def _ask(step_id: str, values: Values, node: Node, findings: Findings) -> SkillStep | None:
    question = values.text("QUESTION")
    options = [one.strip() for one in values.text("OPTIONS").split(",") if one.strip()]
    if not question.strip():
        return None
    if len(options) > limits.SKILL_OPTIONS:
        findings.add("skill_answers", node, limit=limits.SKILL_OPTIONS)
    return AskUser(
        id=step_id,
        question=question,
        header=values.text("HEADER"),
        options=tuple(values.cut(one, limits.SKILL_OPTION) for one in options[: limits.SKILL_OPTIONS]),
        store_as=values.text("STORE_AS"),
    )


def _run_agent(step_id: str, values: Values, node: Node, findings: Findings) -> SkillStep | None:
    del node, findings
    prompt = values.text("PROMPT")
    return RunAgent(id=step_id, prompt=prompt, store_as=values.text("STORE_AS")) if prompt.strip() else None


def _branch(step_id: str, values: Values, node: Node, findings: Findings) -> SkillStep | None:
    if not node.children.get("THEN_BLOCKS"):
        findings.add("empty_container", node)
    return Branch(id=step_id, context_key=values.text("CONTEXT_KEY"), match_value=values.text("MATCH_VALUE"))


def _invoke(step_id: str, values: Values, node: Node, findings: Findings) -> SkillStep | None:
    chosen = values.cut(values.words("SKILL_ID"), limits.SKILL_KEY)
    if not chosen:
        findings.add("nothing_chosen", node)
        return None
    return InvokeSkill(id=step_id, skill_id=chosen, store_as=values.text("STORE_AS"))


def _set_context(step_id: str, values: Values, node: Node, findings: Findings) -> SkillStep | None:
    del node, findings
    return SetContext(id=step_id, key=values.text("KEY"), value=values.text("VALUE"))


def _output(step_id: str, values: Values, node: Node, findings: Findings) -> SkillStep | None:
    del node, findings
    return Output(id=step_id, template=values.text("TEMPLATE"))


_MAKERS = {
    "ask_user": _ask,
    "run_agent": _run_agent,
    "branch": _branch,
    "invoke_skill": _invoke,
    "set_context": _set_context,
    "output": _output,
}
