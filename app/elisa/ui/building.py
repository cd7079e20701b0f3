"""GO to done from the window's side: what a press means now, and the questions that belong to it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from elisa import wiring
from elisa.core.errors import ElisaError
from elisa.services.request import BuildRequest
from elisa.spec.understood import Understood

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from elisa.services.keys import Keys
    from elisa.services.runner import EngineRunner, Run
    from elisa.services.studio import Studio
    from elisa.spec.nugget import NuggetSpec
    from elisa.ui.asking import Asking
    from elisa.ui.go_button import GoState


@dataclass
class Permissions:
    """What a person allowed for nuggets in this session, by folder; it is never written down."""

    allowed: dict[Path, tuple[str, ...]] = field(default_factory=dict)

    def open_wishes(self, folder: Path, spec: NuggetSpec | None) -> tuple[str, ...]:
        """Return what the nugget asks for and nobody answered yet, as words of ``--allow``."""
        if folder in self.allowed or spec is None:
            return ()
        wishes = ["network"] if spec.permissions and spec.permissions.allow_network else []
        return (*wishes, *(f"portal:{portal.id}" for portal in spec.portals or ()))


class Building(QObject):
    """Starts, stops and undoes builds of one folder.

    Signals:
        changed: What GO shows may be another now.
        trouble: An ``ElisaError`` for the child.
        folder_changed: An undo or a restore changed the files; the blocks must be loaded anew.
    """

    changed = Signal()
    trouble = Signal(object)
    folder_changed = Signal()

    def __init__(
        self, runner: EngineRunner, studio: Studio, keys: Keys, asking: Asking, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runner, self._studio, self._keys, self._asking = runner, studio, keys, asking
        self._permissions = Permissions()
        self._run: Run[Any] | None = None
        self._stopping = False
        self._preparing = False
        self.understood = Understood()

    @property
    def is_busy(self) -> bool:
        """Whether a build is going on or about to."""
        return self._run is not None or self._preparing

    @property
    def go_state(self) -> GoState:
        """What GO shows."""
        if self._stopping:
            return "stopping"
        if self.is_busy:
            return "building"
        return "ready" if self.understood.first_error is None else "needs"

    async def go(self, folder: Path, *, fix: str | None = None) -> bool:
        """Build until the end; tell whether a build began at all."""
        if self.is_busy:
            return False
        self._set(preparing=True)
        try:
            allow = await self._allowed(folder)
            return await self._build(folder, allow, fix)
        except ElisaError as error:
            self.trouble.emit(error)
            return False
        finally:
            self._run = None
            self._stopping = False
            self._set(preparing=False)

    def stop(self) -> None:
        """Press STOP; the end comes as an event, finished work stays."""
        if self._run is not None and not self._stopping:
            self._stopping = True
            self.changed.emit()
            self._run.cancel()

    async def ended(self) -> None:
        """Stop, and wait until the build has cleaned up."""
        run = self._run
        if run is not None:
            self.stop()
            await asyncio.gather(run.result(), return_exceptions=True)

    async def take_back(self, folder: Path) -> bool:
        """Take the last build back; tell whether something was."""
        return await self._move(lambda: self._studio.git.undo(folder))

    async def restore(self, folder: Path, version: str) -> bool:
        """Go back to a version."""
        return await self._move(lambda: self._studio.git.restore(folder, version))

    async def _move(self, begin: Callable[[], Run[Any]]) -> bool:
        if self.is_busy:
            return False
        self._set(preparing=True)
        try:
            await begin().result()
        except ElisaError as error:
            self.trouble.emit(error)
            return False
        finally:
            self._set(preparing=False)
        self.folder_changed.emit()
        return True

    async def _build(self, folder: Path, allow: Sequence[str], fix: str | None) -> bool:
        request = BuildRequest(source=folder, out=folder, allow=tuple(allow), fix=fix)
        reading = asyncio.to_thread(wiring.setting_for, request, keys=self._keys)
        setting = await self._runner.start(reading).result()
        try:
            await self._until_end(self._studio.pool.build(setting))
        except ElisaError as error:
            if error.code != "build.unfinished":
                raise
            answer = await self._asking.about_unfinished()
            if not answer:
                return False
            again = self._studio.pool.build(setting, resume=answer == "resume", start_over=answer == "anew")
            await self._until_end(again)
        return True

    async def _until_end(self, run: Run[Any]) -> None:
        self._run = run
        self.changed.emit()
        try:
            await run.result()
        except asyncio.CancelledError:
            if not self._stopping:
                raise
        finally:
            self._run = None

    async def _allowed(self, folder: Path) -> Sequence[str]:
        wishes = self._permissions.open_wishes(folder, self.understood.spec)
        if wishes:
            names = {portal.id: portal.name for portal in (self.understood.spec and self.understood.spec.portals) or ()}
            answer = await self._asking.about_permissions(wishes, names)
            self._permissions.allowed[folder] = wishes if answer else ()
        return self._permissions.allowed.get(folder, ())

    def _set(self, *, preparing: bool) -> None:
        self._preparing = preparing
        self.changed.emit()
