"""Builds for tests: a folder, a wish and a script in, the recorded events and the folder out."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

from elisa.build.pipeline import Build
from elisa.build.setting import Setting
from elisa.core.events import BuildFinished
from elisa.providers.script import Script
from elisa.providers.scripted import ScriptedProvider
from elisa.spec.nugget import Nugget, NuggetSpec, Requirement
from elisa.teaching.companion import Companion

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from elisa.agents.limits import AgentLimits
    from elisa.build.fetch import Fetch
    from elisa.build.people import People
    from elisa.build.pipeline import Final
    from elisa.build.setting import Grants
    from elisa.core.events import Event
    from elisa.core.ids import Clock
    from elisa.providers.price import Price
    from elisa.spec.neighbours import Neighbour
    from elisa.spec.nugget import (
        Agent,
        Composition,
        Documentation,
        Knowledge,
        PortalUse,
        RuleUse,
        SkillUse,
        Style,
        TeamMember,
        Workflow,
    )

E = TypeVar("E", bound="Event")


class Asked(TypedDict, total=False):
    """What a spec asks for besides its features, as in ``NuggetSpec``."""

    agents: list[Agent]
    composition: Composition
    documentation: Documentation
    knowledge: Knowledge
    meeting_team: list[TeamMember]
    portals: list[PortalUse]
    rules: list[RuleUse]
    skills: list[SkillUse]
    style: Style
    workflow: Workflow


class Given(TypedDict, total=False):
    """What a build is given besides folder, spec and model, as in ``Setting``."""

    people: People
    yes: bool
    answers: tuple[str, ...]
    own_files: Mapping[str, bytes]
    grants: Grants
    neighbours: tuple[Neighbour, ...]
    attached: Path
    fetch: Fetch
    limits: AgentLimits
    budget_tokens: int
    budget_usd: float
    budget_turns: int
    price: Price
    fix: str
    single_file: Path
    clock: Clock


def wishes(count: int, **changes: Unpack[Asked]) -> NuggetSpec:
    """Return a spec with ``count`` features."""
    requirements = [
        Requirement(type="feature", description=f"wish {number}", id=f"req_{number}", block_id=f"block-{number}")
        for number in range(count)
    ]
    return NuggetSpec(nugget=Nugget(goal="a game"), requirements=requirements, **changes)


def planned(*tasks: dict[str, Any], **changes: object) -> dict[str, Any]:
    """Return a conversation in which the model hands in a plan at once."""
    call = {"tool": "submit_plan", "arguments": {"tasks": list(tasks), "explanation": "So.", **changes}}
    return {"kind": "plan", "turns": [{"calls": [call]}]}


def task(task_id: str, *wishes_of_it: int, needs: tuple[str, ...] = (), **changes: object) -> dict[str, Any]:
    """Return one task of a plan."""
    return {
        "id": task_id,
        "name": f"Task {task_id}",
        "agent_name": "Builder",
        "acceptance_criteria": ["it works"],
        "requirement_ids": [f"req_{number}" for number in wishes_of_it],
        "dependencies": list(needs),
        **changes,
    }


def writes(task_id: str, files: dict[str, str], *, attempt: int | None = None, **first: object) -> dict[str, Any]:
    """Return a conversation in which a helper writes files and is done."""
    calls = [{"tool": "write_file", "arguments": {"path": path, "content": text}} for path, text in files.items()]
    turns = [{"calls": calls, **first}, {"say": f"{task_id} is done."}]
    return {"task": task_id, "turns": turns, **({} if attempt is None else {"attempt": attempt})}


@dataclass
class Built:
    """What a build did."""

    folder: Path
    provider: ScriptedProvider
    events: list[Event] = field(default_factory=list)
    final: Final | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def take(self, event: Event) -> None:
        """Take in an event."""
        self.events.append(event)
        self._news.set()

    async def seen(self, kind: type[Event], **values: object) -> None:
        """Wait until an event of a kind, with these values, was seen."""
        while not any(all(getattr(event, key) == value for key, value in values.items()) for event in self.of(kind)):
            self._news.clear()
            await self._news.wait()

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def transcript(self) -> str:
        """Everything that was written down about the build."""
        return (self.folder / ".elisa" / "comms" / "build.md").read_text(encoding="utf-8")


def ready(
    folder: Path, spec: NuggetSpec, conversations: list[dict[str, Any]], **setting: Unpack[Given]
) -> tuple[Built, Build]:
    """Return a build with a scripted model that has not begun, and where its events will stand."""
    folder.mkdir(exist_ok=True)
    provider = ScriptedProvider(Script.model_validate({"conversations": conversations}))
    built = Built(folder, provider)
    given = Setting(nugget=folder.resolve(), spec=spec, provider=provider, **setting)
    level = spec.workflow.system_level
    return built, Build(given, Companion(built.take, given.clock, given.nugget, level=level))


async def build(
    folder: Path,
    spec: NuggetSpec,
    conversations: list[dict[str, Any]],
    *,
    resume: bool = False,
    start_over: bool = False,
    **setting: Unpack[Given],
) -> Built:
    """Run a build with a scripted model and return what happened."""
    built, work = ready(folder, spec, conversations, **setting)
    built.final = await work.run(resume=resume, start_over=start_over)
    return built


def tree_of(folder: Path) -> dict[str, str]:
    """Return the digest of each file outside ``.elisa``."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".elisa" not in path.relative_to(folder).parts
    }


def finished(built: Built) -> BuildFinished:
    """Return the final event of a build that came to its end."""
    assert isinstance(built.final, BuildFinished), built.final
    return built.final
