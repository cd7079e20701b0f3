"""The workshop as a provider: it reads the data block of a prompt and answers like a model, from ready-made parts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pydantic import ValidationError

from elisa.core.errors import failure
from elisa.core.text import say
from elisa.providers.base import ProviderError, TextDelta, Turn, Usage
from elisa.workshop import advice, again, judging
from elisa.workshop.building import Workbench
from elisa.workshop.conversation import Answer, Talk, read_talk
from elisa.workshop.crew import Crew
from elisa.workshop.crew_plan import plan_of
from elisa.workshop.kinds import kind_of
from elisa.workshop.kit import Kit, load_kit
from elisa.workshop.kits.shelf import kits
from elisa.workshop.plan import make_plan
from elisa.workshop.understand.reader import understand

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from elisa.providers.base import ModelRequest, StopReason, StreamItem
    from elisa.workshop.blueprint import Blueprint
    from elisa.workshop.understand.design import Design

NAME = "workshop"
MODEL = "ready-made parts, no AI"
_DESIGNS_KEPT = 8
_PIECES = re.compile(r"\S+\s*|\s+")
_WORDS_A_PIECE = 4


class WorkshopProvider:
    """Builds without any AI: the same answer for the same data block each time, at no cost and without a network."""

    def __init__(self, kit: Kit | None = None) -> None:
        self._kit = kit
        self._designs: dict[tuple[str, str], Design] = {}
        self._blueprints: dict[tuple[str, str], Blueprint] = {}
        self._jobs: dict[str, Callable[[Talk], Answer]] = {
            "plan": self._plan,
            "build": lambda talk: again.build(talk, self._bench),
            "test": lambda talk: again.test(talk) or self._bench(talk).test(),
            "guide": lambda talk: self._bench(talk).guide(),
            "fix": lambda talk: again.mend(talk, self._bench(talk)) or self._bench(talk).fix(),
            "review": judging.review,
            "judge": judging.judge,
            "skill": judging.skill,
            "advise": advice.advise,
            "study": advice.study,
            "narrate": lambda _talk: Answer(say("workshop.narrate")),
        }

    @property
    def name(self) -> str:
        """Its name in settings and on the command line."""
        return NAME

    @property
    def model(self) -> str:
        """What it is, as the screen shows it."""
        return MODEL

    async def stream(self, request: ModelRequest) -> AsyncIterator[StreamItem]:
        """Answer one request.

        Raises:
            ProviderError: ``workshop.no_data``: the prompt carries no data block that can be read.
        """
        talk = _talk_of(request)
        answer = self.answer(talk)
        for piece in _pieces(answer.text):
            yield TextDelta(text=piece)
        stop: StopReason = "tool_calls" if answer.calls else "end"
        yield Turn(message=answer.message(talk), stop_reason=stop, usage=Usage())

    def answer(self, talk: Talk) -> Answer:
        """Return the next turn of a job."""
        return self._jobs[talk.data.kind](talk)

    async def close(self) -> None:
        """Nothing is open."""

    def _plan(self, talk: Talk) -> Answer:
        blueprint = self._blueprint(talk)
        spec = talk.data.spec
        plan = plan_of(blueprint, spec) if blueprint else make_plan(self._design(talk), spec, self._the_kit())
        plan = again.on_top(plan, talk)
        plan["explanation"] = " ".join([str(plan["explanation"]), *_honest_notes(talk)])
        return Answer(plan["explanation"], [("submit_plan", plan)])

    def _bench(self, talk: Talk) -> Workbench | Crew:
        blueprint = self._blueprint(talk)
        return Crew(blueprint, talk) if blueprint else Workbench(self._design(talk), self._the_kit(), talk)

    def _blueprint(self, talk: Talk) -> Blueprint | None:
        """Return the drawing of a nugget that is no game; ``None`` for a game, which has a bench of its own."""
        draw = kits().get(kind_of(talk.data.spec))
        if draw is None:
            return None
        key = (talk.data.spec.model_dump_json(), talk.data.language)
        if key not in self._blueprints:
            if len(self._blueprints) >= _DESIGNS_KEPT:
                self._blueprints.pop(next(iter(self._blueprints)))
            self._blueprints[key] = draw(talk.data.spec, talk.data.language)
        return self._blueprints[key]

    def _the_kit(self) -> Kit:
        if self._kit is None:
            self._kit = load_kit()
        return self._kit

    def _design(self, talk: Talk) -> Design:
        """Read a spec once, not once a turn; the design depends on nothing but spec and language."""
        key = (talk.data.spec.model_dump_json(), talk.data.language)
        if key not in self._designs:
            if len(self._designs) >= _DESIGNS_KEPT:
                self._designs.pop(next(iter(self._designs)))
            self._designs[key] = understand(talk.data.spec, talk.data.language)
        return self._designs[key]


def _honest_notes(talk: Talk) -> list[str]:
    """Say what an AI could do with this nugget and the workshop cannot."""
    composition, facts = talk.data.spec.composition, talk.data.facts
    notes = [say("workshop.plan_same")] if facts.get("feedback") else []
    notes += [say("workshop.no_reading")] if facts.get("backpack") else []
    return [*notes, say("workshop.no_links")] if composition and composition.requires else notes


def _talk_of(request: ModelRequest) -> Talk:
    try:
        talk = read_talk(request)
    except ValidationError as error:
        raise _no_data(str(error)) from error
    if talk is None:
        raise _no_data("")
    return talk


def _no_data(detail: str) -> ProviderError:
    problem = failure("workshop.no_data", detail)
    return ProviderError(problem.code, problem.sentence, problem.detail)


def _pieces(text: str) -> list[str]:
    """Cut a text into pieces as a model would stream them."""
    words = _PIECES.findall(text)
    return ["".join(words[at : at + _WORDS_A_PIECE]) for at in range(0, len(words), _WORDS_A_PIECE)]
