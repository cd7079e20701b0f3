"""A nugget with helpers, advisers, study mode, backpack and level in the workshop: stopped at its gate, resumed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from elisa import wiring
from elisa.core.events import (
    AdviserNoted,
    BuildFinished,
    GateAnswered,
    LeftOut,
    PlanReady,
    ReviewFinished,
    SourcePacked,
    StudyDeckMade,
    TaskStarted,
    TeachingMoment,
)
from elisa.services.request import BuildRequest
from elisa.services.runner import SameLoop
from support.nuggets import stack, write_nugget

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TypeVar

    from elisa.core.events import Event
    from elisa.services.stamped import Stamped

    E = TypeVar("E", bound=Event)

BLOCKS: tuple[tuple[str, dict[str, str]], ...] = (
    ("nugget_template", {"TEMPLATE_TYPE": "game"}),
    ("feature", {"FEATURE_TEXT": "a hedgehog that I steer with the arrow keys"}),
    ("agent_builder", {"AGENT_NAME": "Pixel", "AGENT_PERSONA": "a careful otter"}),
    ("agent_custom", {"AGENT_NAME": "Tink", "AGENT_PERSONA": "a bold robot"}),
    ("agent_tester", {"AGENT_NAME": "Robo", "AGENT_PERSONA": "asks why"}),
    ("agent_reviewer", {"AGENT_NAME": "Owl", "AGENT_PERSONA": "looks twice"}),
    ("team_member", {"MEETING_TYPE": "debug-convergence"}),
    ("team_member_custom", {"AGENT_NAME": "Ada", "AGENT_PERSONA": "a snail", "CANVAS_TYPE": "blueprint"}),
    ("study_mode", {"STYLE": "flashcards", "DIFFICULTY": "medium", "QUIZ_FREQUENCY": "3"}),
    ("agent_backpack", {}),
    ("system_level", {"LEVEL": "builder"}),
    ("write_guide", {"GUIDE_FOCUS": "setup"}),
)


class _Listener(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.events: list[Event] = []

    @Slot(object)
    def note(self, stamped: Stamped) -> None:
        self.events.append(stamped.event)

    def of(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]


async def run(source: Path, out: Path, *, yes: bool, resume: bool) -> _Listener:
    studio = wiring.studio(SameLoop(), out)
    heard = _Listener()
    studio.hub.happened.connect(heard.note)
    setting = wiring.setting_for(BuildRequest(source=source, out=out, provider="workshop", yes=yes))
    await studio.pool.build(setting, attended=False, resume=resume).result()
    return heard


async def test_everything_round_a_build_holds_with_the_workshop_and_over_a_resume(tmp_path: Path) -> None:
    source = write_nugget(tmp_path / "in", stack(*BLOCKS))
    (source / "backpack").mkdir()
    (source / "backpack" / "owls.md").write_text("Owls are quiet.", encoding="utf-8")
    out = tmp_path / "out"

    first = await run(source, out, yes=False, resume=False)
    assert first.of(BuildFinished)[0].outcome == "unanswered"
    assert [event.title for event in first.of(SourcePacked)] == ["owls.md"]
    assert not (out / "index.html").exists()

    second = await run(source, out, yes=True, resume=True)
    assert second.of(BuildFinished)[0].outcome == "done"
    assert second.of(GateAnswered)[0].automatic
    assert second.of(SourcePacked) == []
    assert {event.agent_name for event in second.of(TaskStarted)} == {"Pixel", "Tink", "Robo"}
    assert [event.agent_name for event in second.of(ReviewFinished)] == ["Owl"]
    notes = [(event.adviser, event.moment) for event in second.of(AdviserNoted)]
    assert notes == [("Bug finder", "plan"), ("Ada", "plan"), ("Bug finder", "result"), ("Ada", "result")]
    assert all("no AI" in event.note for event in second.of(AdviserNoted))
    assert "I can't read the backpack" in second.of(PlanReady)[0].explanation
    deck = json.loads((out / ".elisa" / "study.json").read_text(encoding="utf-8"))
    assert len(deck["cards"]) == second.of(StudyDeckMade)[0].cards > 2
    assert "How to start it" in (out / "README.md").read_text(encoding="utf-8")
    taught = [event.card_id for event in (*first.of(TeachingMoment), *second.of(TeachingMoment))]
    assert len(taught) == len(set(taught)) > 5
    assert second.of(LeftOut) == []
