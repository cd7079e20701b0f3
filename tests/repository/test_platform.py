"""Traps of the platform that would take the whole program down; seen once, watched since."""

from __future__ import annotations

import subprocess
import sys

EMITS = """
from PySide6.QtCore import QObject, Signal
class Thing(QObject):
    happened = Signal(object)
thing = Thing()
thing.happened.connect(lambda _: None)
for _ in range(2000):
    thing.happened.emit(True)
"""


def test_two_thousand_signals_do_not_abort_this_python() -> None:
    # PySide6 6.12.0 on Python 3.11 lost a reference of True at each emit and aborted.
    done = subprocess.run([sys.executable, "-c", EMITS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
