"""Tool calls of one chat completion, put together from pieces in any order, numbered or not, with or without ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from elisa.providers.base import ToolCall
from elisa.providers.json_text import loaded, mended, mended_object

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(slots=True)
class _Growing:
    index: object
    id: str = ""
    name: str = ""
    pieces: list[str] = field(default_factory=list)
    whole: dict[str, Any] | None = None

    @property
    def arguments(self) -> dict[str, Any] | None:
        """The arguments, or ``None`` while they are no complete JSON object."""
        return self.whole if self.whole is not None else arguments_of("".join(self.pieces))

    @property
    def has_arguments(self) -> bool:
        return self.whole is not None or any(piece.strip() for piece in self.pieces)


class GrowingCalls:
    """The calls of an answer while it comes."""

    def __init__(self) -> None:
        self._calls: list[_Growing] = []
        self._newest: _Growing | None = None

    def take(self, pieces: object) -> None:
        """Take what one chunk says about calls; whatever is no call is passed over."""
        for piece in pieces if isinstance(pieces, list) else ():
            if isinstance(piece, Mapping):
                self._take(piece)

    def _take(self, piece: Mapping[str, object]) -> None:
        function = piece.get("function")
        said = function if isinstance(function, Mapping) else piece
        name, ident, index = _text(said.get("name")), _text(piece.get("id")), piece.get("index")
        if not (name or ident or said.get("arguments")):
            return
        arguments = said.get("arguments")
        call = self._going_on(index, ident, name, arguments)
        if call is None:
            call = _Growing(index)
            self._calls.append(call)
        self._newest = call
        call.id = call.id or ident
        call.name = _grown(call, name)
        if isinstance(arguments, Mapping):
            call.whole = mended_object({str(key): value for key, value in arguments.items()})
            if call.whole is None:
                call.pieces.append("{")  # counts as cut, as all that cannot be read
        elif isinstance(arguments, str):
            call.pieces.append(arguments)

    def _going_on(self, index: object, ident: str, name: str, arguments: object) -> _Growing | None:
        """Return the call that a piece goes on with, or ``None`` when it begins a new one."""
        if index is not None:
            same = [call for call in self._calls if call.index == index]
        elif ident:
            same = [call for call in self._calls if call.id == ident]
        else:
            same = [self._newest] if self._newest is not None else []
        if not same:
            return None
        call = same[-1]
        # Some servers number every call 0, or number none: another id, or a name after a whole call, begins the next.
        is_other = bool(name) and bool(ident) and bool(call.id) and ident != call.id
        says_more = name != call.name or not isinstance(arguments, str) or bool(arguments.strip())
        is_next = bool(name) and not ident and call.has_arguments and call.arguments is not None and says_more
        return None if is_other or is_next else call

    @property
    def newest(self) -> str | None:
        """The tool of the call that grew last, or ``None`` where there is no call."""
        return None if self._newest is None else self._newest.name or "?"

    def __bool__(self) -> bool:
        return bool(self._calls)

    def finished(self, turn: int, taken: Iterable[str], *, cut: bool) -> tuple[tuple[ToolCall, ...], str | None]:
        """Return the calls that came whole, and the name of one that did not.

        Args:
            turn: Number of this answer in the conversation, for calls without an id.
            taken: Ids that the conversation has used.
            cut: The answer was cut off: the call that grew last may be a fragment, even where it looks whole.
        """
        used = set(taken)
        whole: list[ToolCall] = []
        cut_off = self.newest if cut else None
        for number, call in enumerate(self._calls, 1):
            arguments = call.arguments
            if (cut and call is self._newest) or arguments is None or not call.name:
                cut_off = cut_off or call.name or "?"
                continue
            ident = _free(call.id or f"call_{turn}_{number}", used)
            used.add(ident)
            whole.append(ToolCall(id=ident, name=call.name, arguments=arguments))
        return tuple(whole), cut_off


def arguments_of(text: str) -> dict[str, Any] | None:
    """Return arguments as a server sends them, or ``None`` for text that is no JSON object.

    Nothing at all and ``null`` are no arguments; raw line breaks inside of strings are let through; an object that was
    packed as a string a second time is unpacked. What is nested deeper than any tool needs counts as no object.
    """
    if not text.strip():
        return {}
    try:
        parsed = loaded(mended(text), strict=False)
        if isinstance(parsed, str):
            parsed = loaded(parsed, strict=False) if parsed.strip() else {}
    except ValueError:
        return None
    if parsed is None:
        return {}
    return mended_object(parsed) if isinstance(parsed, dict) else None


def _grown(call: _Growing, name: str) -> str:
    if not name or name == call.name or call.has_arguments:
        return call.name or name
    return name if name.startswith(call.name) else call.name + name


def _free(ident: str, used: set[str]) -> str:
    candidate, number = ident, 2
    while candidate in used:
        candidate, number = f"{ident}_{number}", number + 1
    return candidate


def _text(value: object) -> str:
    return mended(value) if isinstance(value, str) else ""
