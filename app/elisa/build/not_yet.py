"""What a spec may ask for and this version's pipeline does not do: named in the result, never passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elisa.spec.nugget import NuggetSpec


def not_done_yet(spec: NuggetSpec) -> Iterator[tuple[str, str]]:
    """Yield what and why, in words for the child, for each wish of the spec that no phase carries out."""
    yield from _library(spec)
    for device in spec.devices or ():
        yield say("build.device_name", name=device.instance_id), say("build.no_board")
    yield from _knowledge(spec)
    if spec.runtime is not None:
        yield say("build.runtime_name", name=spec.runtime.agent_name or ""), say("build.no_runtime")


def _library(spec: NuggetSpec) -> Iterator[tuple[str, str]]:
    for skill in spec.skills or ():
        if skill.workspace is not None:
            yield say("build.skill_name", name=skill.name), say("build.no_composite")


def _knowledge(spec: NuggetSpec) -> Iterator[tuple[str, str]]:
    knowledge = spec.knowledge
    if knowledge is None:
        return
    if knowledge.study_mode is not None and knowledge.study_mode.enabled:
        yield say("build.study_name"), say("build.no_study")
