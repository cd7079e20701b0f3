"""Keeps thoughts that a local model writes into its answer (``<think>…</think>`` at its beginning) off the screen."""

from __future__ import annotations

_OPEN, _CLOSE = "<think>", "</think>"


class Thoughts:
    """Passes text on without the thoughts, however the pieces are cut."""

    def __init__(self) -> None:
        self._held = ""
        self._state = "start"

    def feed(self, piece: str) -> str:
        """Return what may be shown now."""
        if self._state == "answer":
            return piece
        self._held += piece
        if self._state == "start":
            begun = self._held.lstrip()
            if not begun.startswith(_OPEN):
                return "" if _OPEN.startswith(begun) else self._all()
            self._state, self._held = "thinking", begun.removeprefix(_OPEN)
        if self._state == "thinking":
            _, closed, answer = self._held.partition(_CLOSE)
            self._held = answer if closed else self._held[-len(_CLOSE) :]
            self._state = "after" if closed else "thinking"
        self._held = self._held.lstrip() if self._state == "after" else self._held
        return self._all() if self._state == "after" and self._held else ""

    def finish(self) -> str:
        """Return what was held back and is no thought after all."""
        return "" if self._state == "thinking" else self._all()

    def _all(self) -> str:
        shown, self._held, self._state = self._held, "", "answer"
        return shown
