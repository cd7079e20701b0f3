"""One build under way: what all its phases share, and the one place where its events pass through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elisa.core.events import LeftOut, UsageReported
from elisa.sessions.entries import Learned, Noted, Spent

if TYPE_CHECKING:
    from elisa.agents.limits import Budget
    from elisa.build.asking import Asking
    from elisa.build.prompting import Prompter
    from elisa.build.record import Record
    from elisa.build.repository import Repository
    from elisa.build.setting import Setting
    from elisa.build.test_bench import TestBench
    from elisa.core.events import AdviserNoted, Emit, Event, SourcePacked, StudyCardMade, StudyDeckMade
    from elisa.sessions.transcript import Transcript
    from elisa.tools.packages import Packages


@dataclass(frozen=True, slots=True)
class Session:
    """What the phases work with."""

    setting: Setting
    record: Record
    repository: Repository
    prompter: Prompter
    budget: Budget
    asking: Asking
    bench: TestBench
    packages: Packages
    emit: Emit

    async def drop_worktrees(self) -> None:
        """Throw all worktrees away but those that hold finished work which is not merged yet."""
        kept = {worked.worktree.folder.rpartition("/")[2] for worked in self.record.worked.values()}
        await self.repository.drop_worktrees_but(kept)

    def learn(self, event: AdviserNoted | SourcePacked | StudyCardMade | StudyDeckMade) -> None:
        """Put what a child can learn from into the journal, then show it."""
        self.record.write(Learned(event=event))
        self.emit(event)

    def leave_out(self, what: str, reason: str, requirement_id: str | None = None) -> None:
        """Say, once, that something was left out."""
        event = LeftOut(what=what, reason=reason, requirement_id=requirement_id)
        if event not in self.record.left_out:
            self.record.write(Noted(left_out=event))
            self.emit(event)


class Teller:
    """Passes each event on; before that, what a resumed build must know is in the journal and the transcript has it."""

    def __init__(self, record: Record, transcript: Transcript, emit: Emit) -> None:
        self._record, self._transcript, self._emit = record, transcript, emit

    def __call__(self, event: Event) -> None:
        """Pass one event on."""
        if isinstance(event, UsageReported):
            self._record.write(
                Spent(
                    task_id=event.task_id,
                    input_tokens=event.input_tokens,
                    output_tokens=event.output_tokens,
                    cost_usd=event.cost_usd,
                    estimated=event.estimated,
                    seconds=event.seconds,
                )
            )
        self._transcript.note(event)
        self._emit(event)
