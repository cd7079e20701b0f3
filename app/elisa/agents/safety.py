"""Words of a child, a file or a model as they may stand in a prompt: as data, with nothing to break out by."""

from __future__ import annotations

import re
import unicodedata

SECTION = "## Content safety"
_LONGEST_NAME = 80
_MARKS = re.compile(r"[`#<>{}\[\]|]")


def as_name(text: str) -> str:
    """Return a name that can stand inside a sentence: one line, no marks, no invisible signs, 80 characters at most."""
    visible = "".join(" " if char.isspace() else char for char in text if char.isspace() or _is_visible(char))
    return " ".join(_MARKS.sub("", visible).split())[:_LONGEST_NAME]


def as_quote(text: str) -> str:
    """Return text with each line marked as a quotation, so that none of it can open or close a fence or a heading."""
    lines = "".join(char for char in text if char in "\n\t" or _is_visible(char)).split("\n")
    return "\n".join(f"> {line}" for line in lines)


def section_of(prompt: str) -> str:
    """Return the content-safety section of a role prompt.

    Raises:
        ValueError: It has none; no such prompt is ever used.
    """
    start = prompt.find(f"{SECTION}\n")
    if start < 0:
        raise ValueError(f"a prompt without {SECTION!r}")
    after = prompt.find("\n## ", start + 1)
    return prompt[start:].strip() if after < 0 else prompt[start:after].strip()


def _is_visible(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
