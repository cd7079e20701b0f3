"""Server-sent events, read a byte at a time if the network cuts them so; kinder than the standard to sloppy servers.

Comments (``: OPENROUTER PROCESSING``), other fields and blank lines are passed over; an event may lack the blank line
after it, also at the end of the stream. Lines end with LF, CRLF or CR; no other character ends one, since JSON may
hold a raw U+2028.
"""

from __future__ import annotations

import re

from elisa.providers.json_text import loaded

_END = re.compile(rb"\r\n|\n|\r")
LONGEST_LINE = 16 * 2**20
"""Bytes; what is longer is no answer of a model, and passed over."""
DONE = object()
"""Stands for ``data: [DONE]``."""


class EventLines:
    """Turns bytes into parsed ``data`` values; what is no JSON is kept until the next line may complete it."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0
        self._unfinished = ""

    def feed(self, data: bytes) -> list[object]:
        """Return what the bytes so far completed, in order: parsed JSON, or ``DONE``."""
        if self._pieces and self._pieces[-1].endswith(b"\r"):
            data = self._pieces.pop() + data  # now its LF may be there
            self._size = sum(map(len, self._pieces))
        found: list[object] = []
        start = 0
        for end in _END.finditer(data):
            if end.group() == b"\r" and end.end() == len(data):
                break  # its LF may still be on the way
            self._keep(data[start : end.start()])
            found += self._line(self._taken())
            start = end.end()
        self._keep(data[start:])
        return found

    def finish(self) -> list[object]:
        """Return what a last line without an end holds."""
        return self._line(self._taken().rstrip(b"\r"))

    def _keep(self, piece: bytes) -> None:
        """Keep a piece of a line, each looked at once; a line without an end is not kept without an end."""
        self._size += len(piece)
        if piece and self._size <= LONGEST_LINE:
            self._pieces.append(piece)

    def _taken(self) -> bytes:
        line = b"".join(self._pieces) if self._size <= LONGEST_LINE else b""
        self._pieces, self._size = [], 0
        return line

    def _line(self, line: bytes) -> list[object]:
        text = line.decode("utf-8", "replace").removeprefix("\ufeff")
        if not text.strip():
            self._unfinished = ""
            return []
        if not text.startswith("data:"):
            return []
        value = text.removeprefix("data:").removeprefix(" ")
        if value.strip() == "[DONE]":
            return [DONE]
        whole = f"{self._unfinished}\n{value}" if self._unfinished else value
        for text in dict.fromkeys((whole, value)):  # what came before may have been no part of it
            try:
                parsed = loaded(text)
            except ValueError:
                continue
            self._unfinished = ""
            return [parsed]
        self._unfinished = whole
        return []
