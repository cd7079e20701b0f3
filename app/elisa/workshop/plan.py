"""The plan: groups of parts as tasks, then their tests, a review and a guide where the blocks ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elisa.core.text import say
from elisa.workshop.groups import Group, group_parts
from elisa.workshop.team import Team, profiles, team_of

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.kit import Kit
    from elisa.workshop.understand.design import Design

TESTS = "proofs"
GUIDE = "guide"
REVIEW = "review"
_REQUIREMENTS_A_TEST_TASK = 4
_MOST_TEST_TASKS = 3
_LONGEST_CRITERION = 200
_LONGEST_EXPLANATION = 1400


def make_plan(design: Design, spec: NuggetSpec, kit: Kit) -> dict[str, Any]:
    """Return the arguments of ``submit_plan``."""
    team = team_of(spec)
    groups = group_parts(design, spec, kit)
    builds = [_build_task(group, design, team) for group in groups]
    tests = [test_task(number, part, team) for number, part in enumerate(shares_of(groups), start=1)]
    tasks = [*builds, *tests]
    if spec.documentation is not None and spec.documentation.generate:
        tasks.append(guide_task(builds, team))
    if team.reviewers:
        tasks.append(review_task(tasks, team))
    return {
        "tasks": tasks,
        "agents": profiles(team),
        "explanation": _explanation(design, len(builds)),
        "left_out": list(design.left_out),
        "left_out_reasons": {**design.left_out, **missing_proofs(design)},
    }


def missing_proofs(design: Design) -> dict[str, str]:
    """Return proof id → reason for each proof that could not become a test."""
    return {
        proof.id: say("workshop.left_proof", words=proof.not_possible[:80])
        for proof in design.proofs
        if not proof.check
    }


def shares_of(groups: list[Group]) -> list[list[Group]]:
    """Share the groups out among test tasks: about four requirements each, at most three tasks."""
    total = sum(len(group.requirements) for group in groups)
    count = min(max(1, -(-total // _REQUIREMENTS_A_TEST_TASK)), _MOST_TEST_TASKS)
    size = max(1, -(-total // count))
    shares: list[list[Group]] = [[]]
    for group in groups:
        held = sum(len(one.requirements) for one in shares[-1])
        if held and held + len(group.requirements) > size and len(shares) < count:
            shares.append([])
        shares[-1].append(group)
    return [share for share in shares if share]


def _build_task(group: Group, design: Design, team: Team) -> dict[str, Any]:
    texts = [design.requirement(name) for name in group.requirements]
    criteria = [item.text.strip()[:_LONGEST_CRITERION] for item in texts if item is not None and item.text.strip()]
    return {
        "id": group.id,
        "name": task_name(group, design),
        "description": say("workshop.task_description", parts=", ".join(group.parts)),
        "kind": "build",
        "agent_name": team.next_builder(),
        "acceptance_criteria": criteria or [say("workshop.task_criterion")],
        "dependencies": sorted(group.needs),
        "requirement_ids": group.requirements,
        "complexity": "simple" if len(group.parts) < 3 else "medium",
    }


def task_name(group: Group, design: Design) -> str:
    """Name a task after the child's things."""
    first = design.part(group.parts[0])
    hero = design.hero.word if design.hero else ""
    if group.id == "stage":
        return say("workshop.name_stage", hero=hero) if hero else say("workshop.name_stage_alone")
    if first is not None and first.thing is not None and first.part in ("hazard", "treasure"):
        return say("workshop.name_coming", things=first.thing.words)
    key = f"workshop.name_{first.part}" if first is not None else "workshop.name_stage_alone"
    return say(key, hero=hero)


def test_task(number: int, share: list[Group], team: Team) -> dict[str, Any]:
    """Return the task that writes the tests of a share."""
    requirements = [name for group in share for name in group.requirements]
    return {
        "id": f"{TESTS}-{number}",
        "name": say("workshop.name_tests", number=number),
        "description": say("workshop.test_description"),
        "kind": "test",
        "agent_name": team.next_tester(),
        "acceptance_criteria": [say("workshop.test_criterion")],
        "dependencies": [group.id for group in share],
        "requirement_ids": requirements,
        "complexity": "simple",
    }


def guide_task(builds: list[dict[str, Any]], team: Team) -> dict[str, Any]:
    """Return the task that writes the README, when everything stands."""
    return {
        "id": GUIDE,
        "name": say("workshop.name_guide"),
        "description": say("workshop.guide_description"),
        "kind": "guide",
        "agent_name": team.next_builder(),
        "acceptance_criteria": [say("workshop.guide_criterion")],
        "dependencies": [task["id"] for task in builds],
        "requirement_ids": [],
        "complexity": "simple",
    }


def review_task(tasks: list[dict[str, Any]], team: Team) -> dict[str, Any]:
    """Return the task that looks at everything in the end."""
    return {
        "id": REVIEW,
        "name": say("workshop.name_review"),
        "description": say("workshop.review_description"),
        "kind": "review",
        "agent_name": team.reviewers[0],
        "acceptance_criteria": [say("workshop.review_criterion")],
        "dependencies": [task["id"] for task in tasks],
        "requirement_ids": [],
        "complexity": "simple",
    }


def _explanation(design: Design, builds: int) -> str:
    sentences = [say("workshop.who_i_am"), say("workshop.plan_cut", count=builds - 1)]
    sentences += design.notes
    sentences += [say("workshop.plan_proof", reason=reason) for reason in missing_proofs(design).values()]
    return " ".join(sentences)[:_LONGEST_EXPLANATION]
