"""How Chromium is set up for the window's own pages."""

from __future__ import annotations

import logging
import os

_log = logging.getLogger(__name__)
_FLAGS = (
    "--no-first-run",
    "--disable-features=Translate",
    # A window that is covered for a moment still hears what the helpers do.
    "--disable-backgrounding-occluded-windows",
)
_SAFE = ("--disable-gpu", "--disable-gpu-compositing")


def engine_arguments(*, safe_graphics: bool) -> list[str]:
    """Return what Chromium is told, as arguments for ``QApplication`` (a variable would split them at blanks).

    Chromium's own sandbox stays on, except for the superuser, for whom Chromium would not start at all (P010).
    ``safe_graphics`` draws without the graphics card, whose driver may leave blank rectangles (P008).
    """
    flags = [*_FLAGS, *(_SAFE if safe_graphics else ())]
    if os.name == "posix" and os.getuid() == 0:
        _log.info("run by the superuser: Chromium's own sandbox is off")
        flags.append("--no-sandbox")
    return ["--webEngineArgs", *flags]
