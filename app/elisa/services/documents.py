"""The nugget on the bench as a service: opens, keeps after each change, saves as a file, and remembers."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QLockFile, QObject, Signal

from elisa.core.errors import ElisaError
from elisa.core.text import say
from elisa.sessions.recents import Recent, Recents
from elisa.workspace import bench as benches

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.services.keys import Keys
    from elisa.services.runner import EngineRunner
    from elisa.spec.bench import Bench

T = TypeVar("T")
Json = dict[str, Any]
_AGAIN_SECONDS = 2.0
"""How long after a failed write the next one is tried."""


class DocumentService(QObject):
    """One nugget at a time.

    Signals:
        opened: A ``Bench`` is on the desk now.
        kept: What is on the screen is on the disk.
        keeping: It is not yet.
        trouble: An ``ElisaError`` for the child; the blocks stay in memory and are tried again.
    """

    opened = Signal(object)
    kept = Signal()
    keeping = Signal()
    trouble = Signal(object)

    def __init__(
        self, runner: EngineRunner, home: Path, projects: Callable[[], Path], keys: Keys, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runner, self._projects, self._keys = runner, projects, keys
        self._recents = Recents(home)
        self._lock: QLockFile | None = None
        self._waiting: Json | None = None
        self._writer: asyncio.Task[None] | None = None
        self.current: Bench | None = None

    @property
    def is_keeping(self) -> bool:
        """Whether something on the screen is not on the disk yet."""
        return self._waiting is not None

    async def new(self, goal: str = "", kind: str = "") -> None:
        """Make a nugget and open it."""
        await self._open(lambda: benches.new_bench(self._projects(), goal, kind))

    async def open(self, path: Path) -> None:
        """Open a file or a folder.

        Raises:
            BadInputError: It is no nugget, or damaged; what was open stays open.
        """
        await self._open(lambda: benches.open_bench(self._projects(), path))

    async def open_example(self, folder: Path) -> None:
        """Open a copy of an example."""
        await self._open(lambda: benches.open_example(self._projects(), folder))

    async def load_again(self) -> None:
        """Read the folder anew: an undo or a restore changed it."""
        if self.current is not None:
            folder = self.current.folder
            fresh = await self._away(lambda: benches.open_bench(self._projects(), folder))
            self.current = fresh
            self.opened.emit(fresh)

    def keep(self, workspace: Json) -> None:
        """Keep a workspace; the newest wins, and nothing waits for the disk."""
        if self.current is None or workspace == self.current.workspace:
            return
        self.current = replace(self.current, workspace=workspace)
        self._waiting = workspace
        self.keeping.emit()
        if self._writer is None or self._writer.done():
            self._writer = asyncio.ensure_future(self._write())

    async def settled(self) -> None:
        """Wait until everything is on the disk, or cannot be written now."""
        writer = self._writer
        if writer is not None and self._waiting is not None:
            await asyncio.wait([writer], timeout=10)

    async def save(self) -> Path | None:
        """Bring the nugget's file up to date; return it, or ``None`` where it has no file.

        Raises:
            ElisaError: It cannot be written.
        """
        bench = self.current
        if bench is None or bench.file is None:
            await self.settled()
            return None
        return await self.save_as(bench.file)

    async def save_as(self, path: Path) -> Path:
        """Write the nugget as a file and stay on it.

        Raises:
            ElisaError: It cannot be written.
        """
        await self.settled()
        bench = self.current
        if bench is None:
            message = "nothing is open"
            raise RuntimeError(message)
        saved = await self._away(lambda: benches.save_file(bench, path, self._keys.all()))
        self.current = replace(self.current or saved, file=saved.file)
        self.kept.emit()
        return saved.file or path

    async def close(self) -> None:
        """Put the nugget away; everything is kept."""
        await self.settled()
        self._unlock()
        self.current = None

    async def recents(self) -> list[Recent]:
        """Return what was open lately, newest first."""
        return await self._away(self._recents.all)

    async def _open(self, call: Callable[[], Bench]) -> None:
        await self.settled()
        bench = await self._away(call)
        if not self._take_lock(bench.folder):
            # Somebody else has it: a copy of its own for this window.
            source = bench
            bench = await self._away(lambda: benches.new_bench(self._projects(), source.title))
            await self._away(lambda: benches.keep_workspace(bench.folder, source.workspace))
            bench = replace(bench, workspace=source.workspace, library=source.library)
            bench = replace(bench, notes=(*bench.notes, say("document.elsewhere")))
            self._take_lock(bench.folder)
        self.current = bench
        recent = Recent(folder=str(bench.folder), title=bench.title, at=time.time(), picture=bench.picture)
        await self._away(lambda: self._recents.note(recent))
        self.opened.emit(bench)

    async def _write(self) -> None:
        """Write until nothing waits; a disk that refuses is tried again."""
        while self._waiting is not None and self.current is not None:
            workspace, folder = self._waiting, self.current.folder
            try:
                await self._away(partial(benches.keep_workspace, folder, workspace))
            except ElisaError as error:
                self.trouble.emit(error)
                await asyncio.sleep(_AGAIN_SECONDS)
                continue
            if self._waiting is workspace:
                self._waiting = None
        self.kept.emit()

    def _take_lock(self, folder: Path) -> bool:
        lock = QLockFile(str(folder / ".elisa" / "open.lock"))
        lock.setStaleLockTime(0)
        if self._lock is not None and Path(self._lock.fileName()) == Path(lock.fileName()):
            return True
        if not lock.tryLock(0) and lock.error() is QLockFile.LockError.LockFailedError:
            return False
        self._unlock()
        self._lock = lock
        return True

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    async def _away(self, call: Callable[[], T]) -> T:
        return await self._runner.start(asyncio.to_thread(call)).result()
