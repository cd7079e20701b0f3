"""Server-sent events, read a byte at a time if the network cuts them so; kinder than the standard to sloppy servers.

Comments (``: OPENROUTER PROCESSING``), other fields and blank lines are passed over; an event may lack the blank line
after it, also at the end of the stream. Lines end with LF, CRLF or CR; no other character ends one, since JSON may
hold a raw U+2028.
"""

from __future__ import annotations

import re

from elisa.providers.json_text import loaded

_END = re.compile(rb"\r\n|\n|\r")
DONE = object()
"""Stands for ``data: [DONE]``."""


class EventLines:
    """Turns bytes into parsed ``data`` values; what is no JSON is kept until the next line may complete it."""

    def __init__(self) -> None:
        self._rest = b""
        self._unfinished = ""

    def feed(self, data: bytes) -> list[object]:
        """Return what the bytes so far completed, in order: parsed JSON, or ``DONE``."""
        buffer = self._rest + data
        found: list[object] = []
        start = 0
        for end in _END.finditer(buffer):
            if end.group() == b"\r" and end.end() == len(buffer):
                break  # its LF may still be on the way
            found += self._line(buffer[start : end.start()])
            start = end.end()
        self._rest = buffer[start:]
        return found

    def finish(self) -> list[object]:
        """Return what a last line without an end holds."""
        line, self._rest = self._rest.rstrip(b"\r"), b""
        return self._line(line)

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
