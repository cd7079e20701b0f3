"""Drives the workshop through a whole nugget, with tools that work on a plain folder."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from elisa.providers.base import Message, ModelRequest, Text, ToolCall, ToolResult, Turn
from elisa.spec.data_block import DataBlock
from elisa.spec.plan import AgentProfile, Plan, Task

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.providers.base import Provider
    from elisa.spec.nugget import NuggetSpec

MOST_TURNS = 12


@dataclass
class Job:
    """One finished job: what was said in the end, which calls were made, the result call's arguments."""

    said: list[str] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    results: list[ToolResult] = field(default_factory=list)
    result: dict[str, Any] | None = None

    @property
    def summary(self) -> str:
        return self.said[-1]


@dataclass
class Driven:
    """A whole build: the plan, each task's job, and the tree as it was before each task."""

    plan: Plan
    jobs: dict[str, Job]
    before: dict[str, Path]
    tree: Path


class FolderTools:
    """``write_file``, ``read_file`` and ``list_files`` on a folder, with the results that the real tools give."""

    def __init__(self, folder: Path, refuse: frozenset[str] = frozenset()) -> None:
        self.folder, self.refuse = folder, refuse

    def run(self, call: ToolCall) -> ToolResult:
        try:
            return ToolResult(call_id=call.id, content=getattr(self, call.name)(**call.arguments))
        except (ValueError, OSError) as error:
            return ToolResult(call_id=call.id, content=str(error), ok=False)

    def write_file(self, path: str, content: str | None = None, old_text: str = "", new_text: str = "") -> str:
        place = self.folder / path
        if path in self.refuse or not place.resolve().is_relative_to(self.folder.resolve()):
            raise ValueError(f"Blocked: {path}")
        if content is None:
            text = place.read_text(encoding="utf-8")
            if text.count(old_text) != 1:
                raise ValueError(f"`old_text` is in {path} {text.count(old_text)} times.")
            content = text.replace(old_text, new_text)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode("utf-8"))
        return f"Wrote {path}."

    def read_file(self, path: str) -> str:
        lines = (self.folder / path).read_text(encoding="utf-8").splitlines()
        return "\n".join(f"{number}| {line}" for number, line in enumerate(lines, start=1))

    def list_files(self, path: str = ".") -> str:
        return "\n".join(f"{name} {size}" for name, size in files_of(self.folder / path).items())


def files_of(folder: Path) -> dict[str, int]:
    """Path → size of every file under a folder."""
    return {
        place.relative_to(folder).as_posix(): place.stat().st_size
        for place in sorted(folder.rglob("*"))
        if place.is_file()
    }


async def ask(provider: Provider, data: DataBlock, tools: FolderTools | None, result_tool: str = "") -> Job:
    """Run one job to its end and return what came of it."""
    job = Job()
    messages = [Message(role="user", parts=(Text(text=f"Do this.\n{data.fenced()}\n"),))]
    for _ in range(MOST_TURNS):
        turn: Turn | None = None
        said = ""
        async for item in provider.stream(ModelRequest(system="", messages=tuple(messages))):
            if isinstance(item, Turn):
                turn = item
            else:
                said += getattr(item, "text", "")
        assert turn is not None
        assert said == turn.message.text
        job.said.append(said)
        messages.append(turn.message)
        if not turn.message.tool_calls:
            return job
        results = []
        for call in turn.message.tool_calls:
            job.calls.append(call)
            if call.name == result_tool:
                job.result = call.arguments
                return job
            assert tools is not None
            results.append(tools.run(call))
        job.results += results
        messages.append(Message(role="user", parts=tuple(results)))
    raise AssertionError(f"no end after {MOST_TURNS} turns: {job.said}")


async def make_plan(provider: Provider, spec: NuggetSpec, language: str = "en") -> Plan:
    """Ask for the plan and read it as the pipeline does."""
    job = await ask(provider, DataBlock(kind="plan", spec=spec, language=language), None, "submit_plan")
    assert job.result is not None
    return Plan(
        tasks=tuple(Task.model_validate(task) for task in job.result["tasks"]),
        agents=tuple(AgentProfile.model_validate(agent) for agent in job.result["agents"]),
        explanation=job.result["explanation"],
        left_out=tuple(job.result["left_out"]),
        left_out_reasons=job.result["left_out_reasons"],
    )


async def drive(
    provider: Provider, spec: NuggetSpec, place: Path, language: str = "en", *, keep: bool = False
) -> Driven:
    """Plan a nugget and do every task, one after the other; ``keep`` keeps a copy of the tree before each task."""
    plan = await make_plan(provider, spec, language)
    tree = place / "nugget"
    tree.mkdir(parents=True)
    driven = Driven(plan, {}, {}, tree)
    waiting = list(plan.tasks)
    while waiting:
        task = next(one for one in waiting if set(one.dependencies) <= set(driven.jobs))
        waiting.remove(task)
        if keep:
            driven.before[task.id] = shutil.copytree(tree, place / f"before-{task.id}")
        data = DataBlock(
            kind=task.kind, spec=spec, plan=plan, task=task, language=language, facts={"files": files_of(tree)}
        )
        result = "submit_verdict" if task.kind == "review" else ""
        driven.jobs[task.id] = await ask(provider, data, FolderTools(tree), result)
    return driven
