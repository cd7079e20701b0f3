"""The nugget on the bench as a service: opens, keeps after each change, saves as a file, and remembers."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QLockFile, QObject, Signal

from elisa.core.errors import ElisaError, failure
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


class DocumentService(QObject):
    """One nugget at a time.

    Signals:
        opened: A ``Bench`` is on the desk now.
        kept: What is on the screen is on the disk.
        keeping: It is not yet.
        trouble: An ``ElisaError`` for the child; the blocks stay in memory and are tried again.

    Args:
        again: Seconds after a failed write until the next one is tried.
        patience: Seconds that leaving or saving waits for blocks that are not on the disk yet.
    """

    opened = Signal(object)
    kept = Signal()
    keeping = Signal()
    trouble = Signal(object)

    def __init__(
        self,
        runner: EngineRunner,
        home: Path,
        projects: Callable[[], Path],
        keys: Keys,
        *,
        again: float = 2.0,
        patience: float = 10.0,
    ) -> None:
        super().__init__()
        self._again, self._patience = again, patience
        self._runner, self._projects, self._keys = runner, projects, keys
        self._recents = Recents(home)
        self._lock: QLockFile | None = None
        # Blocks belong to their folder, whichever nugget is open by the time they can be written.
        self._waiting: dict[Path, Json] = {}
        self._opening = asyncio.Lock()
        self._writer: asyncio.Task[None] | None = None
        self.current: Bench | None = None

    @property
    def is_keeping(self) -> bool:
        """Whether something on the screen is not on the disk yet."""
        return bool(self._waiting)

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
        self._waiting[self.current.folder] = workspace
        self.keeping.emit()
        if self._writer is None or self._writer.done():
            self._writer = asyncio.ensure_future(self._write())

    async def settled(self) -> None:
        """Wait until everything is on the disk, or cannot be written now."""
        if self._writer is not None and self._waiting:
            await asyncio.wait([self._writer], timeout=self._patience)

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
        if bench.folder in self._waiting:
            raise failure("document.cannot_keep", folder=bench.folder.name)
        saved = await self._away(lambda: benches.save_file(bench, path, self._keys.all()))
        self.current = replace(self.current or saved, file=saved.file)
        self.kept.emit()
        return saved.file or path

    async def close(self) -> None:
        """Put the nugget away; everything is kept, or cannot be written."""
        await self.settled()
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        self._unlock()
        self.current = None

    async def recents(self) -> list[Recent]:
        """Return what was open lately, newest first."""
        return await self._away(self._recents.all)

    async def _open(self, call: Callable[[], Bench]) -> None:
        """Put a nugget on the desk; one after the other, and nothing comes between it and those who show it."""
        async with self._opening:
            await self.settled()
            bench = await self._locked(call)
            self.current = bench
            self.opened.emit(bench)
            recent = Recent(folder=str(bench.folder), title=bench.title, at=time.time(), picture=bench.picture)
            await self._away(lambda: self._recents.note(recent))

    async def _locked(self, call: Callable[[], Bench]) -> Bench:
        bench = await self._away(call)
        if not self._take_lock(bench.folder):
            # Somebody else has it: a copy of its own for this window.
            source = bench
            bench = await self._away(lambda: benches.new_bench(self._projects(), source.title))
            await self._away(lambda: benches.keep_workspace(bench.folder, source.workspace))
            bench = replace(bench, workspace=source.workspace, library=source.library)
            bench = replace(bench, notes=(*bench.notes, say("document.elsewhere")))
            self._take_lock(bench.folder)
        return bench

    async def _write(self) -> None:
        """Write until nothing waits; a disk that refuses is tried again."""
        while self._waiting:
            failed: ElisaError | None = None
            for folder, workspace in list(self._waiting.items()):
                try:
                    await self._away(partial(benches.keep_workspace, folder, workspace))
                except ElisaError as error:
                    failed = error
                    continue
                if self._waiting[folder] is workspace:
                    del self._waiting[folder]
            if failed is not None:
                self.trouble.emit(failed)
                await asyncio.sleep(self._again)
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
