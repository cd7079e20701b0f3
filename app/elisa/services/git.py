"""Versions as a service: lists them, undoes, goes back; and re-emits those that a build makes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from elisa.core.errors import failure
from elisa.core.events import VersionSaved
from elisa.services.base import Service

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from elisa.services.runner import Run
    from elisa.workspace.versions import Version, Versions

T = TypeVar("T")


class GitService(Service):
    """Emits ``VersionSaved`` and ``MergeConflicted``."""

    def versions(self, nugget: Path) -> Run[list[Version]]:
        """List all versions, newest first; a folder without any has an empty list, and none is made."""
        return self.runner.start(self._list(nugget))

    def undo(self, nugget: Path) -> Run[Version]:
        """Take the last build back, byte for byte; undo again takes that back.

        Raises:
            ElisaError: (from the run) ``build.busy``: a build is going on in this folder.
        """
        return self.runner.start(self._move(nugget, lambda versions: versions.undo()))

    def restore(self, nugget: Path, version_id: str) -> Run[Version]:
        """Go back to a version."""
        return self.runner.start(self._move(nugget, lambda versions: versions.restore(version_id)))

    async def _list(self, nugget: Path) -> list[Version]:
        return await asyncio.to_thread(_with, nugget, lambda versions: versions.list()) or []

    async def _move(self, nugget: Path, call: Callable[[Versions], Version]) -> Version:
        version = await asyncio.to_thread(_with, nugget, lambda versions: _alone(nugget, versions, call))
        if version is None:
            raise failure("versions.nothing_to_undo")
        self.runner.emitter(self.publish)(VersionSaved(version=version.id, message=version.message))
        return version


def _with(nugget: Path, call: Callable[[Versions], T]) -> T | None:
    from elisa.workspace.versions import Versions

    return call(Versions(nugget)) if Versions.exist(nugget) else None


def _alone(nugget: Path, versions: Versions, call: Callable[[Versions], T]) -> T:
    """Change the folder as a whole only while nobody builds in it."""
    from elisa.build.opening import alone_in

    with alone_in(nugget):
        return call(versions)
