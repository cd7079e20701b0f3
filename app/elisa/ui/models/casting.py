"""Which of the eight drawn helpers plays whom: by the name that the child gave, else by the role."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, get_args

from elisa.ui.look.helper import HelperName

if TYPE_CHECKING:
    from collections.abc import Mapping

_NAMES: Mapping[str, HelperName] = MappingProxyType({name: name for name in get_args(HelperName)})
_WORDS: tuple[tuple[str, HelperName], ...] = (
    ("plan", "nib"),
    ("test", "loupe"),
    ("review", "stamp"),
    ("judge", "stamp"),
    ("paint", "blot"),
    ("draw", "blot"),
    ("art", "blot"),
    ("build", "hex"),
    ("board", "pip"),
)


def figure_of(name: str, role: str) -> HelperName:
    """Return the drawing for a helper."""
    by_name = _NAMES.get(name.strip().casefold())
    if by_name is not None:
        return by_name
    told = f"{role} {name}".casefold()
    return next((figure for word, figure in _WORDS if word in told), "spool")
