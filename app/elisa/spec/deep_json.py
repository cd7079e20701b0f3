"""JSON of any depth: a stack of a thousand blocks is two thousand objects deep, more than ``json`` can read or write.

The ordinary ``json`` does the work wherever it can; only where it gives up, these slower loops without recursion take
over, with the same results and the same errors.
"""

from __future__ import annotations

import json
import re
from json.decoder import JSONDecodeError, JSONDecoder

_SPACE = re.compile(r"[ \t\n\r]*")


def parse(text: str) -> object:
    """Return the value of a JSON text, however deep it is nested.

    Raises:
        ValueError: It is not JSON (``JSONDecodeError``), or holds a number with more digits than Python converts.
    """
    try:
        value: object = json.loads(text)
    except RecursionError:
        value = read_slowly(text)
    return value


def write(value: object) -> str:
    """Return the JSON text of a value, however deep it is nested; two spaces of indent where the depth allows it."""
    try:
        return json.dumps(value, ensure_ascii=False, indent=2)
    except RecursionError:
        return write_slowly(value)


def read_slowly(text: str) -> object:
    """Do the work of ``parse`` without recursion, for any text."""
    return _Reader(text).read()


def write_slowly(value: object) -> str:
    """Do the work of ``write`` without recursion and without indent; the end of ``todo`` is written next."""
    written: list[str] = []
    todo: list[tuple[bool, object]] = [(False, value)]
    while todo:
        is_text, item = todo.pop()
        if is_text:
            written.append(str(item))
        elif isinstance(item, dict):
            todo.append((True, "}"))
            for number, (key, held) in reversed(list(enumerate(item.items()))):
                todo.append((False, held))
                todo.append((True, f"{', ' if number else ''}{json.dumps(str(key), ensure_ascii=False)}: "))
            written.append("{")
        elif isinstance(item, list):
            todo.append((True, "]"))
            for number, held in reversed(list(enumerate(item))):
                todo.append((False, held))
                if number:
                    todo.append((True, ", "))
            written.append("[")
        else:
            written.append(json.dumps(item, ensure_ascii=False))
    return "".join(written)


class _Reader:
    """Reads one text from front to back; ``open`` holds the objects and lists that are not closed yet."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._open: list[dict[str, object] | list[object]] = []
        self._decoder = JSONDecoder()
        self._keys: list[str] = []

    def read(self) -> object:
        """Return the value; nothing but space may follow it."""
        done, value = self._value()
        while not done or self._open:
            if done:
                done, value = self._after(value)
            else:
                done, value = self._value()
        self._skip()
        if self._at != len(self._text):
            raise JSONDecodeError("Extra data", self._text, self._at)
        return value

    def _skip(self) -> str:
        match = _SPACE.match(self._text, self._at)
        self._at = match.end() if match else self._at
        return self._text[self._at : self._at + 1]

    def _value(self) -> tuple[bool, object]:
        """Read a whole small value (``True``), or the start of an object or list with contents (``False``)."""
        char = self._skip()
        if char == "{":
            return self._begin({}, "}")
        if char == "[":
            return self._begin([], "]")
        value, self._at = self._decoder.raw_decode(self._text, self._at)
        return True, value

    def _begin(self, empty: dict[str, object] | list[object], end: str) -> tuple[bool, object]:
        self._at += 1
        if self._skip() == end:
            self._at += 1
            return True, empty
        self._open.append(empty)
        if isinstance(empty, dict):
            self._key()
        return False, None

    def _key(self) -> None:
        if self._skip() != '"':
            raise JSONDecodeError("Expecting property name enclosed in double quotes", self._text, self._at)
        key, self._at = self._decoder.raw_decode(self._text, self._at)
        if self._skip() != ":":
            raise JSONDecodeError("Expecting ':' delimiter", self._text, self._at)
        self._at += 1
        self._keys.append(key)

    def _after(self, value: object) -> tuple[bool, object]:
        """Put a finished value into what is open; return that when it closes, else go on with its next value."""
        holder = self._open[-1]
        if isinstance(holder, dict):
            holder[self._keys.pop()] = value
        else:
            holder.append(value)
        char = self._skip()
        self._at += 1
        if char == ("}" if isinstance(holder, dict) else "]"):
            return True, self._open.pop()
        if char != ",":
            raise JSONDecodeError("Expecting ',' delimiter", self._text, self._at - 1)
        if isinstance(holder, dict):
            self._key()
        return False, None
