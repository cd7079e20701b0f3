"""Short names of things on a page: slugs, each used once."""

from __future__ import annotations

from elisa.workshop import escaping


class Slugs:
    """Gives out ids, none of them twice."""

    def __init__(self, taken: tuple[str, ...]) -> None:
        self._taken = set(taken)

    def of(self, text: str, instead: str) -> str:
        """Return a slug of the text, with a number where it was given out before."""
        wanted = escaping.as_file(text, instead)
        name, number = wanted, 2
        while name in self._taken:
            name, number = f"{wanted}-{number}", number + 1
        self._taken.add(name)
        return name
