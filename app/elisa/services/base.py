"""What every service is: a thin Qt object that hands engine work to the runner and re-emits what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from elisa.core.events import Event
    from elisa.services.runner import EngineRunner


class Service(QObject):
    """Base of all services; ``happened`` is their one signal and carries an ``Event`` each."""

    happened = Signal(object)

    def __init__(self, runner: EngineRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.runner = runner

    def publish(self, event: Event) -> None:
        """Re-emit an event; called on the services' side only."""
        self.happened.emit(event)
