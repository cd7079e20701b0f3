"""Small translations of the desk: from versions, usage and a child's sentence to what panels show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from elisa.ui.panels.energy import Energy, Used
from elisa.ui.panels.timeline import VersionCard

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from elisa.ui.kit import Say
    from elisa.ui.models.build import BuildState

_KINDS = {
    "game": ("game", "spiel", "juego", "jeu"),
    "website": ("website", "page", "webseite", "sitio", "site"),
    "story": ("story", "geschichte", "historia", "histoire"),
    "tool": ("tool", "list", "timer", "calculator", "diary", "werkzeug"),
}


class ShownVersion(Protocol):
    """What the timeline needs to know of a version."""

    @property
    def id(self) -> str:
        """Names it."""
        ...

    @property
    def message(self) -> str:
        """One line for people."""
        ...

    @property
    def kind(self) -> str:
        """How it came about."""
        ...

    @property
    def at(self) -> datetime:
        """When."""
        ...

    @property
    def task_id(self) -> str | None:
        """The task that it came from, if any."""
        ...


def kind_of(words: str) -> str:
    """Return the kind of nugget that a sentence names, or nothing: then the child says it with a block."""
    told = words.casefold().split()
    for kind, names in _KINDS.items():
        if any(word.strip(".,!?") in names for word in told):
            return kind
    return ""


def version_cards(versions: Sequence[ShownVersion], state: BuildState, say: Say) -> tuple[VersionCard, ...]:
    """Return the cards of the timeline, oldest first."""
    titles = {
        "start": say("timeline.start"),
        "hand_edit": say("timeline.hand_edit"),
        "undo": say("timeline.undone"),
        "restore": say("timeline.undone"),
    }
    cards = []
    for number, version in enumerate(reversed(versions), 1):
        task = state.tasks.get(version.task_id or "")
        by_hand = version.kind == "hand_edit"
        cards.append(
            VersionCard(
                id=version.id,
                number=number,
                title=titles.get(version.kind, version.message),
                time=version.at.astimezone().strftime("%H:%M"),
                who=say("timeline.you") if by_hand else task.helper if task else "",
                figure=task.figure if task else "spool",
            )
        )
    return tuple(cards)


def used_energy(state: BuildState) -> Energy:
    """Return what the drawer of energy shows."""
    users = tuple(Used(one.name, one.figure, one.tokens) for one in state.helpers.values())
    return Energy(state.tokens, state.energy_left, state.usd, state.estimated, state.is_free, users)
