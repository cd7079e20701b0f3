"""The hub: all services' events in one stream, numbered, for panels, the bridge, the terminal and event files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from elisa.services.stamped import Stamped

if TYPE_CHECKING:
    from elisa.core.events import Event
    from elisa.core.ids import Clock
    from elisa.services.base import Service


class Hub(QObject):
    """Merges services. ``happened`` carries a ``Stamped`` each; the order is that in which the events arrived."""

    happened = Signal(object)

    def __init__(self, clock: Clock, session: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._session = session
        self._seq = 0

    def listen(self, service: Service) -> None:
        """Take in a service's events from now on."""
        service.happened.connect(self._pass_on)

    def _pass_on(self, event: Event) -> None:
        self._seq += 1
        self.happened.emit(
            Stamped.model_construct(seq=self._seq, session=self._session, at=self._clock.now(), event=event)
        )
