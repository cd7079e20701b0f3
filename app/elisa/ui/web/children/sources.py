"""The JavaScript that the page child puts into pages; it lies beside this file and has the page clock built in."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from elisa.core.resources import fetched

FRAME_MS = 16
CLOCK_START_MS = 1_704_099_600_000  # Monday, 1 January 2024, 9:00 UTC: the moment at which every test begins
SEED = 20240101


def page_world(*, name: str, word: str, now: int) -> str:
    """Return the script for the page's own world.

    Args:
        name: Name of the one property that is added to ``window``; not to be guessed.
        word: What messages to us begin with; known to nobody but us.
        now: Where the page clock stands, in milliseconds since 1970.
    """
    settings = json.dumps({"name": name, "word": word, "now": now, "frame": FRAME_MS, "seed": SEED})
    own = _own("page_world.js").replace('"SETTINGS"', settings)
    return f"{{\n{_clock()}\n{own}\n}}"


def no_side_doors() -> str:
    """Return the script that takes away what would go past the interceptor: connections from browser to browser."""
    return "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete window[name];"


def eyes() -> str:
    """Return the script for the world beside the page."""
    return _own("eyes.js")


def bench(word: str) -> str:
    """Return the script of the page in which tests run."""
    return _own("bench.js").replace('"WORD"', json.dumps(word))


@cache
def _own(name: str) -> str:
    return files(__package__ or "elisa.ui.web.children").joinpath(name).read_text(encoding="utf-8")


@cache
def _clock() -> str:
    return (fetched() / "fake-timers.js").read_text(encoding="utf-8").replace("var FakeTimers", "const FakeTimers", 1)
