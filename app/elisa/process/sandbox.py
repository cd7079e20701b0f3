"""What a child may touch, and which means this computer has to hold it to that.

On Linux always rlimits and Landlock, applied by the child itself before anything else runs; around them bubblewrap,
where a probe passes. Other systems have the limits and the group kill only; ``elisa doctor`` says which.
"""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from elisa.process.environment import CERTIFICATE_FILES, interpreter_folders
from elisa.process.landlock import landlock_version

if TYPE_CHECKING:
    from collections.abc import Sequence

_log = logging.getLogger(__name__)
_PROBE_SECONDS = 10
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt")
_SETTINGS = (
    "/etc/ssl", "/etc/ca-certificates", "/etc/pki", "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf",
    "/etc/localtime", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/fonts",
    "/etc/mime.types", "/etc/passwd", "/etc/group", "/etc/host.conf", "/etc/gai.conf", "/etc/pip.conf",
    "/etc/os-release", "/etc/machine-id",
)  # fmt: skip
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random", "/dev/tty")
_MACHINE = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/version", "/proc/sys", "/sys/devices")


@dataclass(frozen=True)
class Sandbox:
    """What a child may touch. Its private home is always writable, programs and libraries are always readable.

    Attributes:
        readable: Further folders and files that it may read.
        writable: Folders that it may read and change.
        network: Whether it may talk to other computers, and to this one.
        bubblewrap: Put it into name spaces of its own where that works; off for a child that must reach our own server
            or make a sandbox of its own (the page child).
        devices: Further devices and shared memory, for Chromium.
    """

    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()
    network: bool = False
    bubblewrap: bool = True
    devices: tuple[Path, ...] = field(default=())


@dataclass(frozen=True)
class Means:
    """What holds children on this computer; ``bubblewrap`` is the program's path, ``landlock`` a version or 0."""

    bubblewrap: str | None
    landlock: int

    @property
    def words(self) -> str:
        """A short name for logs and ``elisa doctor``, strongest part first."""
        parts = ["bubblewrap"] if self.bubblewrap else []
        if self.landlock:
            parts.append(f"landlock {self.landlock}")
        return " + ".join([*parts, "limits"])


@cache
def probe_means() -> Means:
    """Find out once what this computer can do, by trying it."""
    means = Means(bubblewrap=_working_bubblewrap(), landlock=landlock_version())
    _log.info("child processes are held by %s", means.words)
    return means


def readable_places(sandbox: Sandbox) -> tuple[Path, ...]:
    """Return everything that a child under ``sandbox`` may read, including what any program needs to start."""
    return (*_existing((*_SYSTEM, *_SETTINGS)), *interpreter_folders(), *_certificates(sandbox), *sandbox.readable)


def in_bubblewrap(program: str, command: Sequence[str], sandbox: Sandbox, *, home: Path, cwd: Path) -> list[str]:
    """Return ``command`` wrapped so that it sees only its own files, processes and (without network) no computer."""
    empty = str(Path("/", "tmp"))
    wrapped = [program, "--unshare-all", "--die-with-parent", "--proc", "/proc", "--dev", "/dev", "--tmpfs", empty]
    if sandbox.network:
        wrapped.append("--share-net")
    readable = {place for place in readable_places(sandbox) if place.exists()}
    for place in sorted(readable, key=lambda path: len(path.parts)):
        wrapped += _bind(place)
    for place in (*(path for path in sandbox.writable if path.exists()), home):
        wrapped += ["--bind", str(place), str(place)]
    return [*wrapped, "--chdir", str(cwd), "--", *command]


def landlock_places(sandbox: Sandbox, home: Path) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return (readable, writable) for ``restrict``: as for bubblewrap, plus the devices that any program opens."""
    readable = (*readable_places(sandbox), *_existing(_MACHINE))
    return readable, (*sandbox.writable, home, *_existing(_DEVICES), *sandbox.devices)


def _bind(place: Path) -> list[str]:
    if place.is_symlink() and str(place) in _SYSTEM:
        return ["--symlink", str(place.readlink()), str(place)]
    return ["--ro-bind", str(place), str(place)]


def _existing(places: Sequence[str]) -> tuple[Path, ...]:
    return tuple(Path(place) for place in places if Path(place).exists())


def _certificates(sandbox: Sandbox) -> tuple[Path, ...]:
    if not sandbox.network:
        return ()
    return _existing([os.environ[name] for name in CERTIFICATE_FILES if os.environ.get(name)])


def _working_bubblewrap() -> str | None:
    program = shutil.which("bwrap", path="/usr/local/bin:/usr/bin:/bin") if sys.platform == "linux" else None
    if program is None:
        return None
    trial = in_bubblewrap(program, ["/bin/true"], Sandbox(), home=Path("/usr"), cwd=Path("/"))
    try:
        done = subprocess.run(trial, capture_output=True, timeout=_PROBE_SECONDS, env={}, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        _log.info("bubblewrap does not work here: %s", error)
        return None
    if done.returncode:
        _log.info("bubblewrap does not work here: %s", done.stderr.decode(errors="replace").strip())
        return None
    return program
