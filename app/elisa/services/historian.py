"""Remembers each build that is over in the searchable history under Elisa's home."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from elisa.core.events import BuildCancelled, BuildFailed, BuildFinished, BuildStarted, UsageReported
from elisa.sessions.history import History, Past

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.services.hub import Hub
    from elisa.services.stamped import Stamped

_log = logging.getLogger(__name__)


class Historian(QObject):
    """Listens to the hub; a home that cannot be written is logged and stops no build.

    Attributes:
        folder: Where the builds that are heard of go on; a window changes it with the nugget.
    """

    def __init__(self, home: Path, folder: Path, hub: Hub) -> None:
        super().__init__()
        self._history, self.folder = History(home), folder
        self._begun: BuildStarted | None = None
        self._tokens = 0
        hub.happened.connect(self._note)

    def _note(self, stamped: Stamped) -> None:
        event = stamped.event
        match event:
            case BuildStarted():
                self._begun = event
                self._tokens = 0
            case UsageReported():
                self._tokens += event.input_tokens + event.output_tokens
            case BuildFinished(outcome=outcome):
                self._remember(stamped, outcome)
            case BuildFailed():
                self._remember(stamped, "failed")
            case BuildCancelled():
                self._remember(stamped, "stopped")
            case _:
                pass

    def _remember(self, stamped: Stamped, status: str) -> None:
        begun = self._begun
        if begun is None:
            return
        past = Past(
            id=begun.build_id,
            at=stamped.at,
            operation="build",
            goal=begun.goal,
            folder=str(self.folder),
            provider=begun.provider,
            model=begun.model,
            status=status,
            tokens=self._tokens,
        )
        try:
            self._history.add(past)
        except OSError as error:
            _log.info("the history was not written: %s", error)
