"""Read the saved fields of a block: the right type, within its limits, or a finding and the next best value."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from elisa.blocks.findings import shorten
from elisa.spec.clean import clean_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.blocks.catalog import FieldType
    from elisa.blocks.findings import Findings
    from elisa.blocks.tree import Node

PARAM = "PARAM_"
_TRUE_WORDS = {"TRUE": True, "FALSE": False, "true": True, "false": False}


class Values:
    """The fields of one block. Each read returns a usable value; what had to be mended is noted once."""

    def __init__(self, node: Node, findings: Findings) -> None:
        self._node = node
        self._findings = findings
        self._fields = dict(node.fields)
        self._kinds = node.kind.fields if node.kind else {}
        for old, new in (node.kind.legacy_fields if node.kind else {}).items():
            if old in self._fields and new not in self._fields:
                self._fields[new] = self._fields.pop(old)

    def has(self, name: str) -> bool:
        """Tell whether the file holds this field."""
        return self._fields.get(name) is not None

    def raw(self, name: str) -> object:
        """Return the field as it stands in the file."""
        return self._fields.get(name)

    def text(self, name: str, *, ask: bool = True) -> str:
        """Return a text, cut to its limit; with ``ask``, empty or untouched texts that need words are noted."""
        kind = self._kinds[name]
        text = self._as_text(name)
        if not ask:
            return self.cut(text, kind.limit)
        if kind.required and not text.strip():
            self._findings.add("empty_text", self._node)
        elif kind.required and not kind.keeps_default and text.strip() == kind.default:
            self._findings.add("untouched_text", self._node, text=text)
        return self.cut(text, kind.limit)

    def cut(self, text: str, limit: int | None) -> str:
        """Return the text cut to a limit in characters; a cut is noted."""
        if limit is None or len(text) <= limit:
            return text
        self._findings.add("long_text", self._node, length=len(text), limit=limit)
        return text[:limit]

    def choice(self, name: str) -> str:
        """Return one of the field's choices, the first where the file holds none of them."""
        kind = self._kinds[name]
        raw = self._fields.get(name)
        if raw is None:
            return str(kind.default)
        value = str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else raw
        if isinstance(value, str) and value in kind.choices:
            return value
        return str(self.mended(raw, kind.default))

    def number(self, name: str) -> float:
        """Return a number within the field's range; a whole one as ``int``."""
        kind = self._kinds[name]
        raw = self._fields.get(name)
        if raw is None:
            return _whole(float(kind.default))
        value = as_number(raw)
        if value is None or (kind.above is not None and value <= kind.above):
            self.mended(raw, kind.default)
            return _whole(float(kind.default))
        low = kind.minimum if kind.minimum is not None else -math.inf
        high = kind.maximum if kind.maximum is not None else math.inf
        fitting = _whole(min(max(value, low), high))
        if fitting != value:
            self.mended(raw, fitting)
        return fitting

    def check(self, name: str) -> bool:
        """Return a tick; files hold it as a boolean, memory dumps as ``TRUE`` and ``FALSE``."""
        default = self._kinds[name].default if name in self._kinds else False
        raw = self._fields.get(name)
        if raw is None:
            return bool(default)
        if isinstance(raw, bool):
            return raw
        if isinstance(raw, str) and raw in _TRUE_WORDS:
            return _TRUE_WORDS[raw]
        return bool(self.mended(raw, default))

    def words(self, name: str) -> str:
        """Return a text as it stands, whatever kind of field it is: an id of the library, free words in a choice."""
        return self._as_text(name)

    def any(self, kind: FieldType) -> object:
        """Return the field in the type of its kind."""
        readers: dict[str, Callable[[str], object]] = {
            "text": self.text,
            "choice": self.choice,
            "number": self.number,
            "check": self.check,
        }
        return readers.get(kind.kind, self.words)(kind.name)

    def note_strangers(self) -> None:
        """Note every field that this block does not have."""
        hidden = self._node.kind.meaning.get("hidden_fields", ()) if self._node.kind else ()
        with_params = bool(self._node.kind and "params_from" in self._node.kind.meaning)
        for name in self._fields:
            if name in self._kinds or name in hidden or (with_params and name.startswith(PARAM)):
                continue
            self._findings.add("unknown_field", self._node, field=clean_text(name))

    def mended(self, raw: object, used: object) -> object:
        """Note that a value does not fit and return what is used instead."""
        self._findings.add("bad_value", self._node, value=_shown(raw), used=_shown(used))
        return used

    def _as_text(self, name: str) -> str:
        raw = self._fields.get(name)
        if raw is None:
            return ""
        if not isinstance(raw, str):
            self._findings.add("wrong_type", self._node)
            return _shown(raw) if isinstance(raw, bool | int | float) else ""
        text = clean_text(raw)
        if text != raw:
            self._findings.add("broken_text", self._node)
        return text


def _shown(value: object) -> str:
    """Return how a value of a file is shown in a sentence."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    return shorten(clean_text(str(value)[:200]))


def as_number(raw: object) -> float | None:
    """Return a finite number from a JSON number or from the text of one."""
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        return None
    try:
        value = float(raw)
    except (ValueError, OverflowError):
        return None
    return _whole(value) if math.isfinite(value) else None


def _whole(value: float) -> float:
    return int(value) if value == int(value) else value
