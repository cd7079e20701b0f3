"""What a build looks like right now, gathered from its events; panels read it and hear ``changed``."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from elisa.core import events
from elisa.ui.models.casting import figure_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from elisa.core.events import Event
    from elisa.services.stamped import Stamped
    from elisa.spec.nugget import NuggetSpec
    from elisa.ui.kit import Say
    from elisa.ui.look.helper import HelperName
    from elisa.ui.look.tokens import StatusKey

_CALM_MS = 50
"""Panels draw at most this often, however fast helpers speak."""
_TALK = 200
_LONGEST = 400
_PLAN = "plan"


@dataclass
class TaskView:
    """A task as panels show it."""

    id: str
    name: str
    helper: str
    role: str
    figure: HelperName
    dependencies: tuple[str, ...] = ()
    requirement_ids: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()
    description: str = ""
    state: StatusKey = "waiting"
    summary: str = ""
    reason: str = ""
    files: tuple[str, ...] = ()


@dataclass
class HelperView:
    """A helper as its card shows it."""

    name: str
    role: str
    figure: HelperName
    state: StatusKey = "waiting"
    doing: str = ""
    done: int = 0
    tasks: int = 0
    tokens: int = 0


@dataclass
class Line:
    """Something that a helper said."""

    who: str
    figure: HelperName
    text: str
    at: datetime
    task_id: str = ""


@dataclass(frozen=True)
class Waiting:
    """Something that waits for the child: a gate, the plan, or a question."""

    id: str
    kind: str
    text: str
    options: tuple[str, ...] = ()
    task_id: str = ""
    block_id: str = ""
    helper: str = ""
    figure: HelperName = "stamp"


@dataclass
class ProofRow:
    """A proof, and how it stands."""

    name: str
    requirement_id: str
    state: StatusKey
    reason: str = ""


@dataclass
class WishView:
    """A wish of the blocks, and what was judged about it."""

    id: str
    block_id: str
    text: str
    state: StatusKey = "waiting"
    reason: str = ""


@dataclass
class BuildState:
    """Everything about one build."""

    provider: str = "workshop"
    phase: str = "idle"
    building: bool = False
    tasks: dict[str, TaskView] = field(default_factory=dict)
    helpers: dict[str, HelperView] = field(default_factory=dict)
    wishes: dict[str, WishView] = field(default_factory=dict)
    proofs: dict[str, ProofRow] = field(default_factory=dict)
    waiting: list[Waiting] = field(default_factory=list)
    explanation: str = ""
    narrator: str = ""
    tokens: int = 0
    budget: int | None = None
    usd: float | None = None
    left: float | None = None
    estimated: bool = False
    page_url: str = ""
    program: str = ""
    left_out: list[events.LeftOut] = field(default_factory=list)
    lessons: list[events.TeachingMoment] = field(default_factory=list)
    result: Event | None = None

    @property
    def is_free(self) -> bool:
        """Whether the workshop builds, which needs no AI."""
        return self.provider == "workshop"

    @property
    def energy_left(self) -> float | None:
        """The share of what the build may use that is left, or ``None`` where there is no limit or none is known."""
        if self.is_free:
            return 1.0
        return max(0.0, 1 - self.tokens / self.budget) if self.budget else self.left

    @property
    def done_tasks(self) -> int:
        """How many tasks are over and well."""
        return sum(task.state in ("done", "made") for task in self.tasks.values())


class BuildModel(QObject):
    """The state of the build, and the words that were said.

    Signals:
        changed: Something is different; at most every 50 ms.
        finished: The build is over; carries its last event.
    """

    changed = Signal()
    finished = Signal(object)

    def __init__(self, say: Say, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._say = say
        self.state = BuildState()
        self.talk: deque[Line] = deque(maxlen=_TALK)
        self._open: dict[tuple[str, str], Line] = {}
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self.changed)
        self._takes: dict[type[Event], Callable[..., None]] = {
            events.BuildStarted: self._started,
            events.PhaseChanged: self._phase,
            events.PlanReady: self._plan,
            events.TaskStarted: self._task_started,
            events.TaskFinished: self._task_finished,
            events.TaskFailed: self._task_failed,
            events.TaskNotStarted: self._task_not_started,
            events.AgentSpoke: self._spoke,
            events.ToolCalled: self._tool,
            events.NarratorSpoke: self._narrated,
            events.UsageReported: self._used,
            events.BudgetWarned: self._warned,
            events.GateOpened: self._gate,
            events.GateAnswered: lambda event, _at: self._closed(event.gate_id),
            events.QuestionAsked: self._question,
            events.QuestionAnswered: lambda event, _at: self._closed(event.question_id),
            events.TestFinished: self._tested,
            events.RequirementJudged: self._judged,
            events.LeftOut: lambda event, _at: self.state.left_out.append(event),
            events.TeachingMoment: lambda event, _at: self.state.lessons.append(event),
            events.PageServed: self._served,
            events.ProgramReady: self._program,
            events.BuildFinished: self._over,
            events.BuildFailed: self._over,
            events.BuildCancelled: self._over,
        }

    def begin(
        self, spec: NuggetSpec | None, sentences: Mapping[str, str] | None = None, budget: int | None = None
    ) -> None:
        """Forget the last build; the wishes of these blocks are what it is about.

        ``sentences`` says a block, by its id, as the child reads it; ``budget`` is the limit in tokens, if one is set.
        """
        self.state = BuildState(budget=budget)
        self.talk.clear()
        self._open.clear()
        for wish in spec.requirements if spec else ():
            if wish.id:
                block = wish.block_id or ""
                said = (sentences or {}).get(block) or wish.description
                self.state.wishes[wish.id] = WishView(wish.id, block, said)
        self._calm.start()

    def take(self, stamped: Stamped) -> None:
        """Take in an event."""
        take = self._takes.get(type(stamped.event))
        if take is not None:
            take(stamped.event, stamped.at)
            if not self._calm.isActive():
                self._calm.start()

    @property
    def block_states(self) -> dict[str, StatusKey]:
        """How far each block has come, by its id; empty before a build."""
        found: dict[str, StatusKey] = {
            wish.block_id: wish.state for wish in self.state.wishes.values() if wish.block_id
        }
        found.update({one.block_id: "asks" for one in self.state.waiting if one.block_id})
        return found if self.state.tasks or self.state.result else {}

    def _started(self, event: events.BuildStarted, _at: datetime) -> None:
        self.state.provider, self.state.building = event.provider, True

    def _phase(self, event: events.PhaseChanged, _at: datetime) -> None:
        self.state.phase = event.phase

    def _plan(self, event: events.PlanReady, _at: datetime) -> None:
        state = self.state
        state.tasks.clear()
        state.helpers.clear()
        state.explanation = event.explanation
        for task in event.tasks:
            figure = figure_of(task.agent_name, task.role)
            state.tasks[task.id] = TaskView(
                id=task.id,
                name=task.name,
                helper=task.agent_name,
                role=task.role,
                figure=figure,
                dependencies=task.dependencies,
                requirement_ids=task.requirement_ids,
                criteria=task.acceptance_criteria,
                description=task.description,
            )
            helper = state.helpers.setdefault(task.agent_name, HelperView(task.agent_name, task.role, figure))
            helper.tasks += 1

    def _task_started(self, event: events.TaskStarted, _at: datetime) -> None:
        task = self._task(event.task_id, event.agent_name, event.task_name)
        task.state, task.reason = "working", ""
        helper = self._helper(event.agent_name)
        helper.state, helper.doing = "working", task.name
        self._wishes_of(task, "working")

    def _task_finished(self, event: events.TaskFinished, _at: datetime) -> None:
        task = self._task(event.task_id, event.agent_name)
        task.state, task.summary, task.files = "made", event.summary, event.files
        self._rest(event.agent_name, task)
        self._close_lines(task.id)
        self._wishes_of(task, "made")

    def _task_failed(self, event: events.TaskFailed, _at: datetime) -> None:
        task = self._task(event.task_id, event.agent_name)
        task.state, task.reason = ("stuck" if event.final else "waiting"), event.reason
        self._rest(event.agent_name, task)
        self._wishes_of(task, task.state)

    def _task_not_started(self, event: events.TaskNotStarted, _at: datetime) -> None:
        task = self.state.tasks.get(event.task_id)
        if task is not None:
            task.state = "stopped" if event.reason in ("stopped", "gate") else "left_out"
            self._wishes_of(task, task.state)

    def _spoke(self, event: events.AgentSpoke, at: datetime) -> None:
        helper = self._helper(event.agent_name)
        key = (event.agent_name, event.task_id)
        line = self._open.get(key)
        if line is not None:
            line.text = (line.text + event.text)[-_LONGEST:]
            line.at = at
        else:
            line = self._open[key] = Line(event.agent_name, helper.figure, event.text.lstrip(), at, event.task_id)
            self.talk.append(line)

    def _tool(self, event: events.ToolCalled, _at: datetime) -> None:
        self._close_lines(event.task_id)

    def _close_lines(self, task_id: str) -> None:
        for key in [one for one in self._open if one[1] == task_id]:
            del self._open[key]

    def _narrated(self, event: events.NarratorSpoke, _at: datetime) -> None:
        self.state.narrator = event.text

    def _used(self, event: events.UsageReported, _at: datetime) -> None:
        state, tokens = self.state, event.input_tokens + event.output_tokens
        state.tokens += tokens
        state.estimated = state.estimated or event.estimated
        if event.cost_usd is not None:
            state.usd = (state.usd or 0.0) + event.cost_usd
        self._helper(event.agent_name).tokens += tokens

    def _warned(self, event: events.BudgetWarned, _at: datetime) -> None:
        if event.of == "money" and event.budget_usd:
            self.state.left = max(0.0, 1 - event.used_usd / event.budget_usd)
        elif event.of == "tokens" and event.budget_tokens:
            self.state.budget = event.budget_tokens
        else:
            self.state.left = 0.2

    def _gate(self, event: events.GateOpened, _at: datetime) -> None:
        kind = "plan" if event.gate_id == _PLAN else "gate"
        figure: HelperName = "nib" if kind == "plan" else "stamp"
        waiting = Waiting(event.gate_id, kind, event.text, block_id=event.block_id or "", figure=figure)
        self.state.waiting.append(waiting)

    def _question(self, event: events.QuestionAsked, _at: datetime) -> None:
        task = self.state.tasks.get(event.task_id)
        helper = task.helper if task else ""
        figure: HelperName = task.figure if task else "nib"
        self.state.waiting.append(
            Waiting(event.question_id, "question", event.text, event.options, event.task_id, "", helper, figure)
        )

    def _closed(self, waiting_id: str) -> None:
        self.state.waiting = [one for one in self.state.waiting if one.id != waiting_id]

    def _tested(self, event: events.TestFinished, _at: datetime) -> None:
        wish = self.state.wishes.get(event.requirement_id or "")
        states: dict[str, StatusKey] = {"passed": "made", "failed": "stuck", "skipped": "left_out"}
        state = states[event.status]
        if event.status == "passed" and wish is not None and wish.state in ("done", "no_proof"):
            state = wish.state
        self.state.proofs[event.name] = ProofRow(event.name, event.requirement_id or "", state, event.message)

    def _judged(self, event: events.RequirementJudged, _at: datetime) -> None:
        states: dict[str, StatusKey] = {
            "proven": "done",
            "proves_nothing": "no_proof",
            "failed": "stuck",
            "not_tested": "made",
            "left_out": "left_out",
        }
        blank = WishView(event.requirement_id, event.block_id or "", event.wish)
        wish = self.state.wishes.setdefault(event.requirement_id, blank)
        wish.state, wish.reason = states[event.verdict], event.reason
        wish.block_id = wish.block_id or event.block_id or ""
        for proof in self.state.proofs.values():
            if proof.requirement_id == wish.id and proof.state in ("made", "done", "no_proof"):
                proof.state = wish.state if wish.state in ("done", "no_proof") else proof.state
        for task in self.state.tasks.values():
            if wish.id in task.requirement_ids and task.state in ("made", "done"):
                known = [self.state.wishes[one].state for one in task.requirement_ids if one in self.state.wishes]
                task.state = "done" if known and all(state == "done" for state in known) else "made"

    def _served(self, event: events.PageServed, _at: datetime) -> None:
        self.state.page_url = event.url

    def _program(self, event: events.ProgramReady, _at: datetime) -> None:
        self.state.program = event.path

    def _over(self, event: Event, _at: datetime) -> None:
        state = self.state
        state.building, state.result, state.phase = False, event, "done"
        state.waiting.clear()
        stopped = isinstance(event, events.BuildCancelled)
        things: list[TaskView | WishView] = [*state.tasks.values(), *state.wishes.values()]
        for thing in things:
            if thing.state in ("working", "asks") or (stopped and thing.state == "waiting"):
                thing.state = "stopped"
        for helper in state.helpers.values():
            stuck = any(task.state == "stuck" and task.helper == helper.name for task in state.tasks.values())
            helper.state, helper.doing = ("stuck" if stuck else "made" if helper.done else "waiting"), ""
        self._open.clear()
        if isinstance(event, events.BuildFinished):
            state.left_out = list(event.left_out)
        self.finished.emit(event)

    def _task(self, task_id: str, helper: str, name: str = "") -> TaskView:
        """Return a task; one that no plan named (a fix, a review) joins the others."""
        tasks = self.state.tasks
        if task_id not in tasks:
            tasks[task_id] = TaskView(task_id, name or task_id, helper, "", self._helper(helper).figure)
            self._helper(helper).tasks += 1
        return tasks[task_id]

    def _helper(self, name: str) -> HelperView:
        return self.state.helpers.setdefault(name, HelperView(name, "", figure_of(name, "")))

    def _rest(self, name: str, task: TaskView) -> None:
        helper = self._helper(name)
        helper.done += task.state == "made"
        busy = [one for one in self.state.tasks.values() if one.helper == name and one.state == "working"]
        if busy:
            helper.state, helper.doing = "working", busy[-1].name
        else:
            helper.state, helper.doing = task.state, task.summary or task.reason

    def _wishes_of(self, task: TaskView, state: StatusKey) -> None:
        """A wish is made when all its tasks are, and at work as long as one is."""
        for wish_id in task.requirement_ids:
            wish = self.state.wishes.get(wish_id)
            if wish is None or wish.state == "done":
                continue
            states = {one.state for one in self.state.tasks.values() if wish_id in one.requirement_ids}
            if state == "made" and not states <= {"made", "done"}:
                wish.state = "working" if "working" in states else "waiting"
            else:
                wish.state = state
