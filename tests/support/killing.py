"""Kills an action with SIGKILL exactly before its n-th touch of the file system."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_TOUCHES = frozenset({"open", "os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.symlink", "os.scandir"})


def killed_before(touch: int, action: Callable[..., object], *arguments: object) -> bool:
    """Run ``action`` in a child that dies before touch number ``touch``; False when it finished before that."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            sys.addaudithook(_Countdown(touch))
            action(*arguments)
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.waitstatus_to_exitcode(status) == 0, "the action failed without being killed"
    return False


class _Countdown:
    def __init__(self, touch: int) -> None:
        self._left = touch

    def __call__(self, event: str, _arguments: object) -> None:
        if event in _TOUCHES:
            self._left -= 1
            if self._left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
