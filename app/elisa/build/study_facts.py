"""What is certain about a build, as facts that cards may ask about: from the plan, the merges and the tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import networkx as nx

from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elisa.build.record import Record
    from elisa.spec.nugget import NuggetSpec
    from elisa.spec.plan import Task
    from elisa.verify.result import TestReport

LONGEST = 160
"""Characters of a name or a wish inside a card."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is so.

    Attributes:
        id: Unique in a build.
        idea: The concept behind it: ``decomposition``, ``testing`` …
        kind: Which question it answers: ``who``, ``file``, ``when``, ``order``, ``tests``, ``why``.
        question, answer: As the child reads them.
        others: Answers that are wrong for sure.
        look: Where the child can look it up.
    """

    id: str
    idea: str
    kind: str
    question: str
    answer: str
    others: tuple[str, ...] = ()
    look: str = ""
    task_id: str | None = None
    requirement_id: str | None = None

    @property
    def sentence(self) -> str:
        """The fact as one piece of text."""
        return f"{self.question} {self.answer}"


def facts_of(spec: NuggetSpec, record: Record, report: TestReport) -> list[Fact]:
    """Return all facts of a build, those of finished tasks first."""
    found = [fact for task_id in record.merged for fact in task_facts(task_id, record)]
    return [*found, *_wish_facts(spec, record), *_test_facts(spec, report), *_plan_facts(record)]


def task_facts(task_id: str, record: Record) -> Iterator[Fact]:
    """Yield what is certain about one finished task."""
    task = record.task(task_id)
    name = _cut(task.name)
    plan = record.plan
    team = tuple(agent.name for agent in plan.agents if agent.name != task.agent_name) if plan else ()
    if team:
        yield Fact(
            id=f"who-{task_id}",
            idea="decomposition",
            kind="who",
            question=say("study.who", task=name),
            answer=task.agent_name,
            others=team,
            look=say("study.look_plan"),
            task_id=task_id,
        )
    yield from _file_fact(task, record)
    before = [record.task(needed) for needed in task.dependencies if needed in record.merged]
    earlier = nx.ancestors(plan.graph(), task_id) if plan and task in plan.tasks else set()
    later = [one for one in record.tasks if one.id not in {*earlier, *task.dependencies, task_id}]
    names = {_cut(one.name) for one in before}
    others = tuple(dict.fromkeys(_cut(one.name) for one in later if _cut(one.name) not in {*names, name}))
    if len(before) == 1 and others:
        yield Fact(
            id=f"order-{task_id}",
            idea="decomposition",
            kind="order",
            question=say("study.order", task=name),
            answer=_cut(before[0].name),
            others=others,
            look=say("study.look_plan"),
            task_id=task_id,
        )


def _file_fact(task: Task, record: Record) -> Iterator[Fact]:
    mine = record.merged[task.id].files
    theirs = [path for task_id, merge in record.merged.items() if task_id != task.id for path in merge.files]
    own = [path for path in mine if path not in theirs]
    others = tuple(dict.fromkeys(path for path in theirs if path not in mine))
    if own and others:
        yield Fact(
            id=f"file-{task.id}",
            idea="source_control",
            kind="file",
            question=say("study.file", task=_cut(task.name)),
            answer=own[0],
            others=others,
            look=say("study.look_files"),
            task_id=task.id,
        )


def _wish_facts(spec: NuggetSpec, record: Record) -> Iterator[Fact]:
    lost = record.plan.left_out if record.plan else ()
    pairs = [wish for wish in spec.requirements if wish.trigger and wish.action and wish.id not in lost]
    for wish in pairs:
        action = _cut(wish.action or "")
        same = {_cut(one.action or "") for one in pairs if one.trigger == wish.trigger}
        others = tuple(dict.fromkeys(_cut(one.action or "") for one in pairs if _cut(one.action or "") not in same))
        if len(same) == 1:
            yield Fact(
                id=f"when-{wish.id}",
                idea="prompt_engineering",
                kind="when",
                question=say("study.when", trigger=_cut(wish.trigger or "")),
                answer=action,
                others=others,
                look=say("study.look_blocks"),
                requirement_id=wish.id,
            )


def _test_facts(spec: NuggetSpec, report: TestReport) -> Iterator[Fact]:
    passed = report.count("passed")
    if report.tests:
        yield Fact(
            id="tests",
            idea="testing",
            kind="tests",
            question=say("study.tests"),
            answer=str(passed),
            others=tuple(str(number) for number in (passed + 1, passed + 2, passed + 3)),
            look=say("study.look_tests"),
        )
    wishes = {wish.id: _cut(wish.in_words) for wish in spec.requirements}
    for wish_id, words in wishes.items():
        test = next((one for one in report.of(wish_id) if one.status == "passed"), None)
        name = test.name if test is not None else ""
        same = {key for key in wishes if any(one.name == name for one in report.of(key))}
        others = tuple(other for key, other in wishes.items() if key not in same and other != words)
        if test is not None and others and words.casefold() not in name.casefold():
            yield Fact(
                id=f"test-{wish_id}",
                idea="testing",
                kind="test",
                question=say("study.test", test=_cut(test.name)),
                answer=words,
                others=others,
                look=say("study.look_tests"),
                requirement_id=wish_id,
            )


def _plan_facts(record: Record) -> Iterator[Fact]:
    count = len(record.plan.tasks) if record.plan else 0
    if count > 1:
        yield Fact(
            id="why-steps",
            idea="decomposition",
            kind="why",
            question=say("study.why_steps", count=count),
            answer=say("study.why_steps_answer"),
            others=(say("study.why_steps_wrong"), say("study.why_steps_wrong_too")),
            look=say("study.look_plan"),
        )
    if record.merged:
        yield Fact(
            id="why-versions",
            idea="source_control",
            kind="why",
            question=say("study.why_versions"),
            answer=say("study.why_versions_answer"),
            others=(say("study.why_versions_wrong"), say("study.why_versions_wrong_too")),
            look=say("study.look_versions"),
        )


def _cut(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"
