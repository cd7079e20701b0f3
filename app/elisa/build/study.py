"""Study mode: a card after every few finished tasks, and in the end a deck in ``.elisa/study.json``.

Where there is a model it writes the deck's cards, each from one measured fact and only with an answer that stands in
it; else, or where it hands in none that is right, they are made by rule.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from elisa.agents.job import AgentJob, ResultTool
from elisa.agents.loop import run_agent
from elisa.build.study_cards import MOST_CARDS, card_of, in_order
from elisa.build.study_facts import facts_of, task_facts
from elisa.core.events import StudyCardMade, StudyDeckMade
from elisa.core.text import say
from elisa.providers.base import ProviderError, ToolDefinition
from elisa.spec.plan import Task
from elisa.tools.schema import mistakes_in_words, parameters_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elisa.build.session import Session
    from elisa.build.study_facts import Fact
    from elisa.spec.nugget import StudyMode
    from elisa.verify.result import TestReport

SUBMIT_CARDS = "submit_cards"
DECK = "study.json"
_NEEDS_CHOICES = ("easy", "medium")


class CardForm(BaseModel):
    """One card that a model hands in."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    fact: str = Field(description="Id of the fact that the card asks about.")
    question: str = Field(min_length=1, max_length=300)
    answer: str = Field(min_length=1, max_length=300, description="Stands word by word in the fact.")
    choices: list[str] = Field(default=[], max_length=6, description="For quiz_me: with the answer among them.")
    hints: list[str] = Field(default=[], max_length=4)


class CardsForm(BaseModel):
    """Arguments of ``submit_cards``."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    cards: list[CardForm] = Field(default=[], max_length=MOST_CARDS)


def show_cards(session: Session) -> None:
    """After every few finished tasks, show a card about the newest; the child chose how many.

    A card that a kill came in front of is shown later.
    """
    mode, record = _mode(session), session.record
    if mode is None:
        return
    shown = {card.step for card in record.cards}
    for step in range(mode.quiz_frequency, len(record.merged) + 1, mode.quiz_frequency):
        if step not in shown:
            _show_card(session, mode, step)


def _show_card(session: Session, mode: StudyMode, step: int) -> None:
    record = session.record
    newest = list(record.merged)[step - 1]
    told = {card.card_id for card in record.cards}
    for fact in in_order(task_facts(newest, record), mode):
        if fact.id not in told:
            session.learn(card_of(fact, mode, step))
            return


class Studying:
    """Makes the deck of one build."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def make_deck(self, report: TestReport) -> None:
        """Write the deck, once; without anything to ask about it is named as left out."""
        session, mode = self._session, _mode(self._session)
        if mode is None:
            return
        show_cards(session)
        if any(event.kind == "study_deck_made" for event in session.record.learned):
            return
        facts = in_order(facts_of(session.setting.spec, session.record, report), mode)
        if not facts:
            session.leave_out(say("build.study_name"), say("study.nothing"))
            return
        cards = await self._from_model(facts, mode)
        made_by: Literal["model", "rules"] = "model" if cards else "rules"
        cards = cards or [card_of(fact, mode, len(session.record.merged)) for fact in facts]
        seen = {card.card_id for card in session.record.cards}
        deck = [*session.record.cards, *(card for card in cards if card.card_id not in seen)][:MOST_CARDS]
        await asyncio.to_thread(_write, session, mode, deck)
        session.learn(StudyDeckMade(cards=len(deck), path=f".elisa/{DECK}", made_by=made_by))

    async def _from_model(self, facts: Sequence[Fact], mode: StudyMode) -> list[StudyCardMade]:
        session = self._session
        known = {fact.id: fact for fact in facts}
        if session.budget.reached:
            return []
        told = {
            "style": mode.style,
            "difficulty": mode.difficulty,
            "known": [{"id": fact.id, "fact": fact.sentence, "idea": fact.idea} for fact in facts],
        }
        task = Task(
            id="study",
            name=say("study.task_name"),
            description=say("study.task_description"),
            agent_name=say("study.helper_name"),
            acceptance_criteria=(say("study.task_criterion"),),
        )
        prompt = await asyncio.to_thread(session.prompter.beside, "study", task, told, session.setting.nugget)
        job = AgentJob(
            task_id=task.id,
            agent_name=task.agent_name,
            system=prompt.system,
            prompt=prompt.first_message,
            limits=session.setting.limits,
            budget=session.budget,
            result=ResultTool(_cards_tool(), lambda arguments: faults_in(arguments, known, mode)),
            clock=session.setting.clock,
        )
        try:
            outcome = await run_agent(job, session.setting.provider, None, session.emit)
        except ProviderError as error:
            session.leave_out(say("study.by_model"), error.sentence)
            return []
        if outcome.result is None:
            return []
        form = CardsForm.model_validate(outcome.result)
        return [_card(card, known[card.fact], mode, len(session.record.merged)) for card in form.cards]


def faults_in(arguments: dict[str, Any], known: Mapping[str, Fact], mode: StudyMode) -> str | None:
    """Return what is wrong with handed-in cards, in words for the model; an answer must stand in its fact."""
    try:
        form = CardsForm.model_validate(arguments)
    except ValidationError as error:
        return mistakes_in_words(error, CardsForm)
    faults = [fault for card in form.cards for fault in _faults_of(card, known.get(card.fact), mode)]
    return "\n".join(f"- {fault}" for fault in faults) or None


def _faults_of(card: CardForm, fact: Fact | None, mode: StudyMode) -> list[str]:
    if fact is None:
        return [f"{card.fact}: there is no such fact."]
    text = _plain(fact.sentence)
    found = [] if _plain(card.answer) in text else [f"{card.fact}: the answer does not stand in the fact."]
    wants_choices = mode.style == "quiz_me" and mode.difficulty in _NEEDS_CHOICES
    if not card.choices:
        return [*found, f"{card.fact}: a quiz card needs choices."] if wants_choices else found
    choices = [_plain(choice) for choice in card.choices]
    if choices.count(_plain(card.answer)) != 1 or len(set(choices)) != len(choices) or len(choices) < 2:
        found.append(f"{card.fact}: choices must differ, and the answer must be one of them.")
    wrong = [choice for choice in choices if choice != _plain(card.answer)]
    if any(choice in text for choice in wrong):
        found.append(f"{card.fact}: a wrong choice stands in the fact, too.")
    return found


def _card(form: CardForm, fact: Fact, mode: StudyMode, step: int) -> StudyCardMade:
    return StudyCardMade(
        card_id=fact.id,
        style=mode.style,
        difficulty=mode.difficulty,
        idea=fact.idea,
        question=form.question,
        answer=form.answer,
        choices=tuple(form.choices),
        hints=tuple(form.hints),
        task_id=fact.task_id,
        requirement_id=fact.requirement_id,
        step=step,
    )


def _mode(session: Session) -> StudyMode | None:
    knowledge = session.setting.spec.knowledge
    mode = knowledge.study_mode if knowledge else None
    return mode if mode is not None and mode.enabled and not session.setting.fix else None


def _write(session: Session, mode: StudyMode, deck: Sequence[StudyCardMade]) -> None:
    place = session.setting.nugget / ".elisa" / DECK
    cards = [card.model_dump(mode="json", exclude={"kind"}) for card in deck]
    told = {"build": session.record.build_id, "every": mode.quiz_frequency, "style": mode.style, "cards": cards}
    temporary = place.with_suffix(".new")
    temporary.write_text(json.dumps(told, ensure_ascii=False, indent=1), encoding="utf-8", newline="\n")
    temporary.replace(place)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _cards_tool() -> ToolDefinition:
    return ToolDefinition(
        name=SUBMIT_CARDS,
        description="Hand in the cards. Ends your work.",
        parameters=parameters_of(CardsForm),
    )
