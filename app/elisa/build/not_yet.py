"""What a spec may ask for and this version's pipeline does not do: named in the result, never passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elisa.spec.nugget import NuggetSpec


def not_done_yet(spec: NuggetSpec) -> Iterator[tuple[str, str]]:
    """Yield what and why, in words for the child, for each wish of the spec that no phase carries out."""
    yield from _rounds(spec)
    yield from _library(spec)
    for device in spec.devices or ():
        yield say("build.device_name", name=device.instance_id), say("build.no_board")
    for adviser in spec.meeting_team or ():
        yield say("build.adviser_name", name=adviser.name or adviser.meeting_type_id or ""), say("build.no_advisers")
    yield from _knowledge(spec)
    if spec.runtime is not None:
        yield say("build.runtime_name", name=spec.runtime.agent_name or ""), say("build.no_runtime")


def _rounds(spec: NuggetSpec) -> Iterator[tuple[str, str]]:
    for condition in spec.workflow.iteration_conditions:
        words = condition if isinstance(condition, str) else condition.condition
        yield say("build.rounds_name", condition=words), say("build.no_rounds")
    for loop in spec.workflow.feedback_loops or ():
        if loop.trigger != "test_failure":
            yield say("build.loop_name", condition=loop.exit_condition), say("build.no_rounds")


def _library(spec: NuggetSpec) -> Iterator[tuple[str, str]]:
    for skill in spec.skills or ():
        if skill.workspace is not None:
            yield say("build.skill_name", name=skill.name), say("build.no_composite")
    for portal in spec.portals or ():
        yield say("build.portal_name", name=portal.name), say("build.no_portals")


def _knowledge(spec: NuggetSpec) -> Iterator[tuple[str, str]]:
    knowledge = spec.knowledge
    if knowledge is None:
        return
    for source in knowledge.backpack_sources or ():
        yield say("build.source_name", name=source.title or source.id), say("build.no_sources")
    if knowledge.study_mode is not None and knowledge.study_mode.enabled:
        yield say("build.study_name"), say("build.no_study")
