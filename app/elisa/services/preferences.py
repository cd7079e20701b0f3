"""What this computer's owner chose, as a service: read at once, written away from the window, tried out before GO."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from elisa.core import settings as core
from elisa.core.policy import load_policy

if TYPE_CHECKING:
    from elisa.core.settings import ProviderName, Settings
    from elisa.services.keys import Keys, KeyStatus, Place
    from elisa.services.offers import Offer
    from elisa.services.runner import EngineRunner

_log = logging.getLogger(__name__)


class PreferencesService(QObject):
    """The choices; ``changed`` fires after each, ``not_kept`` when one could not be written and counts for now only."""

    changed = Signal()
    not_kept = Signal()

    def __init__(self, runner: EngineRunner, current: Settings, keys: Keys, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._keys = runner, keys
        self.current = current
        self.locked = load_policy(os.environ.get("ELISA_POLICY"), core.Settings).locked

    async def choose(self, **values: object) -> None:
        """Take choices, by the names of ``Settings``; those that a policy locks stay as they are."""
        open_ones = {name: value for name, value in values.items() if name not in self.locked}
        self.current = self.current.model_copy(update=open_ones)
        self.changed.emit()
        try:
            await self._runner.start(asyncio.to_thread(core.choose, open_ones)).result()
        except OSError as error:
            _log.info("the settings were not written: %s", error)
            self.not_kept.emit()

    async def keep_key(self, provider: str, key: str) -> Place:
        """Keep a key, and return where."""
        place = await self._runner.start(asyncio.to_thread(self._keys.keep, provider, key)).result()
        self.changed.emit()
        return place

    async def key_status(self, provider: str) -> KeyStatus:
        """Say whether there is a key, for a badge."""
        return await self._runner.start(asyncio.to_thread(self._keys.status, provider)).result()

    async def try_out(self, provider: ProviderName, address: str | None = None) -> Offer:
        """Ask a provider whether a build could begin with it."""
        from elisa.services.offers import offers

        asked = self.current.model_copy(update={"provider": provider, "base_url": address or None, "model": None})
        found = await self._runner.start(offers(asked, self._keys, provider)).result()
        return found[0]
