"""One writer at a time in a nugget's version store, across programs; a lock never outlives its process."""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from elisa.core.errors import failure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_RETRY_SECONDS = 0.02
_NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL})
"""What network shares without locks say; there the nugget has one user anyway."""


@contextmanager
def locked(path: Path, *, within: float) -> Iterator[None]:
    """Hold the lock file ``path``; the system lets go of it when the process ends, however it ends.

    Raises:
        ElisaError: ``versions.busy``: somebody else held it for ``within`` seconds.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        deadline = time.monotonic() + within
        while not _try(descriptor):
            if time.monotonic() > deadline:
                raise failure("versions.busy", str(path))
            time.sleep(_RETRY_SECONDS)
        yield
    finally:
        os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _try(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
        return True
