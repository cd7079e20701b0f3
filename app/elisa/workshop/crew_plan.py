"""The plan of a blueprint: a task for each piece, then tests, guide and review where the blocks ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elisa.core.text import say
from elisa.workshop.groups import Group, without_circles
from elisa.workshop.plan import guide_task, review_task, shares_of, test_task
from elisa.workshop.team import Team, profiles, team_of

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.blueprint import Blueprint

_MOST_BUILD_TASKS = 30
_LONGEST_CRITERION = 200
_LONGEST_EXPLANATION = 1400


def plan_of(blueprint: Blueprint, spec: NuggetSpec) -> dict[str, Any]:
    """Return the arguments of ``submit_plan``."""
    team = team_of(spec)
    groups = groups_of(blueprint, spec)
    builds = [_build_task(group, blueprint, spec, team) for group in groups]
    tasks = [*builds, *(test_task(number, share, team) for number, share in enumerate(shares_of(groups), start=1))]
    if spec.documentation is not None and spec.documentation.generate:
        tasks.append(guide_task(builds, team))
    if team.reviewers:
        tasks.append(review_task(tasks, team))
    return {
        "tasks": tasks,
        "agents": profiles(team),
        "explanation": _explanation(blueprint, len(builds)),
        "left_out": list(blueprint.left_out),
        "left_out_reasons": {**blueprint.left_out, **blueprint.missing_proofs},
    }


def groups_of(blueprint: Blueprint, spec: NuggetSpec) -> list[Group]:
    """Return the pieces as groups in an order that the flow blocks allow; pieces in a circle are done together."""
    groups = [
        Group(piece.id, [piece.id], list(piece.requirements), {need for need in piece.needs if need != piece.id})
        for piece in blueprint.pieces
    ]
    maker = {name: group for group in groups for name in group.requirements}
    for need in spec.requirements:
        for earlier in need.after:
            later, first = maker.get(need.id), maker.get(earlier)
            if later is not None and first is not None and first is not later:
                later.needs.add(first.id)
    return _few_enough(without_circles(groups))


def _few_enough(groups: list[Group]) -> list[Group]:
    """A plan has room for so many tasks: the last pieces that nothing stands on share one."""
    while len(groups) > _MOST_BUILD_TASKS:
        needed = {need for group in groups for need in group.needs}
        free = [group for group in groups if group.id not in needed]
        if len(free) < 2:
            return groups
        kept, gone = free[-2:]
        kept.parts += gone.parts
        kept.requirements += gone.requirements
        kept.needs |= gone.needs
        groups.remove(gone)
    return groups


def _build_task(group: Group, blueprint: Blueprint, spec: NuggetSpec, team: Team) -> dict[str, Any]:
    pieces = [piece for piece in blueprint.pieces if piece.id in group.parts]
    wishes = [need.in_words.strip()[:_LONGEST_CRITERION] for need in spec.requirements if need.id in group.requirements]
    return {
        "id": group.id,
        "name": pieces[0].name,
        "description": say("workshop.piece_description", names=", ".join(piece.name for piece in pieces)),
        "kind": "build",
        "agent_name": team.next_builder(),
        "acceptance_criteria": [wish for wish in wishes if wish] or [say("workshop.task_criterion")],
        "dependencies": sorted(group.needs),
        "requirement_ids": group.requirements,
        "complexity": "simple" if sum(len(piece.files) for piece in pieces) < 4 else "medium",
    }


def _explanation(blueprint: Blueprint, builds: int) -> str:
    sentences = [say("workshop.who_i_am"), say("workshop.plan_pieces", count=builds), *blueprint.notes]
    sentences += [say("workshop.plan_proof", reason=reason) for reason in blueprint.missing_proofs.values()]
    return " ".join(sentences)[:_LONGEST_EXPLANATION]
