"""How Chromium is set up for the window's own pages."""

from __future__ import annotations

from elisa.ui.web.forgetful import sandbox_flags

_FLAGS = (
    "--no-first-run",
    "--disable-features=Translate",
    # A window that is covered for a moment still hears what the helpers do.
    "--disable-backgrounding-occluded-windows",
)
_SAFE = ("--disable-gpu", "--disable-gpu-compositing")


def engine_arguments(*, safe_graphics: bool) -> list[str]:
    """Return what Chromium is told, as arguments for ``QApplication`` (a variable would split them at blanks).

    ``safe_graphics`` draws without the graphics card, whose driver may leave blank rectangles (P008).
    """
    return ["--webEngineArgs", *_FLAGS, *(_SAFE if safe_graphics else ()), *sandbox_flags()]
