"""A look at this installation: what works here, what is missing, and what to do about it."""

from __future__ import annotations

import asyncio
import logging
import shutil
import ssl
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict

from elisa.core.errors import ElisaError
from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

_log = logging.getLogger(__name__)
Health = Literal["ok", "warn", "fail"]
_GIBIBYTE = 1024**3
_NEARLY_FULL = _GIBIBYTE
_GAPS: dict[Health, str] = {
    "ok": "",
    "warn": "without bubblewrap UDP and raw sockets, and sockets in the file system, are not stopped",
    "fail": "files and network are not held back, only time, memory and output",
}
_PAGE = "<!doctype html><title>well</title>"


class Finding(BaseModel):
    """One thing that was looked at: how it is, in a sentence with a next step, and technical words for a grown-up."""

    model_config = ConfigDict(frozen=True)

    name: str
    health: Health
    sentence: str
    detail: str = ""


class Doctor:
    """Looks at one thing after another by really using it; ``home`` is where Elisa keeps its own files."""

    def __init__(self, home: Path) -> None:
        self._home = home

    async def findings(self) -> tuple[Finding, ...]:
        """Look at everything. A look that itself fails is a finding, not an error."""
        return (
            await _careful("web_engine", self._web_engine),
            await _careful("key_store", self._key_store),
            await _careful("certificates", self._certificates),
            await _careful("git", self._git),
            await _careful("ports", self._ports),
            await _careful("sandbox", self._sandbox),
            await _careful("disk", self._disk),
        )

    async def _web_engine(self) -> Finding:
        from elisa.verify.page import PageRunner
        from elisa.workspace.serve import serve

        with _little_site() as place:
            async with PageRunner() as pages, serve(place) as served:
                seen = await pages.check(served.url)
        fine = seen.loaded and seen.title == "well"
        return _finding("web_engine", "ok" if fine else "fail", detail=" · ".join(seen.errors))

    async def _key_store(self) -> Finding:
        box = await asyncio.to_thread(_key_box)
        return _finding("key_store", "warn" if box is None else "ok", detail=box or "")

    async def _certificates(self) -> Finding:
        return _certificates()

    async def _git(self) -> Finding:
        return await asyncio.to_thread(_try_versions)

    async def _ports(self) -> Finding:
        from elisa.workspace.serve import serve

        with _little_site() as place:
            async with serve(place) as served:
                return _finding("ports", "ok", detail=served.url)

    async def _sandbox(self) -> Finding:
        from elisa.process.sandbox import probe_means

        means = await asyncio.to_thread(probe_means)
        health: Health = "ok" if means.bubblewrap else "warn" if means.landlock else "fail"
        return _finding("sandbox", health, detail=_GAPS[health], means=means.words)

    async def _disk(self) -> Finding:
        return _try_disk(self._home)


async def _careful(name: str, look: Callable[[], Awaitable[Finding]]) -> Finding:
    try:
        return await look()
    except (ElisaError, OSError, ImportError) as problem:
        _log.info("doctor: %s", name, exc_info=problem)
        worst: Health = "warn" if name in {"key_store", "certificates"} else "fail"
        detail = problem.detail if isinstance(problem, ElisaError) else str(problem)
        return _finding(name, worst, detail=detail, place=problem)


def _finding(name: str, health: Health, *, detail: str = "", **values: object) -> Finding:
    return Finding(name=name, health=health, sentence=say(f"doctor.{name}_{health}", **values), detail=detail)


def _key_box() -> str | None:
    """Return the name of the key store, or ``None`` where keys can be kept only in memory."""
    try:
        import keyring
        from keyring.backends.fail import Keyring as NoKeyring
    except ImportError:
        return None
    box = keyring.get_keyring()
    return None if isinstance(box, NoKeyring) else str(box.name)


@contextmanager
def _little_site() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="elisa-doctor-") as place:
        Path(place, "index.html").write_text(_PAGE, encoding="utf-8")
        yield Path(place)


def _certificates() -> Finding:
    places = ssl.get_default_verify_paths()
    file = next((name for name in (places.cafile, places.openssl_cafile) if name and Path(name).is_file()), None)
    folder = places.capath if places.capath and any(Path(places.capath).iterdir()) else None
    found = file or folder
    return _finding("certificates", "ok" if found else "warn", detail=found or "")


def _try_disk(home: Path) -> Finding:
    place = next(folder for folder in (home, *home.parents) if folder.exists())
    with tempfile.TemporaryFile(dir=place) as trial:
        trial.write(b"well")
    free = shutil.disk_usage(place).free
    return _finding("disk", "warn" if free < _NEARLY_FULL else "ok", free=f"{free / _GIBIBYTE:.1f} GB", place=place)


def _try_versions() -> Finding:
    from elisa.workspace.versions import Versions

    with _little_site() as place:
        version = Versions(place).save("doctor")
    return _finding("git", "ok" if version is not None else "fail")
