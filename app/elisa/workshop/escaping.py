"""A child's words made safe for the place they go to: HTML, JavaScript, JSON, CSS, comments, names and file names."""

from __future__ import annotations

import html
import json
import re
import unicodedata

_JS_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_LONGEST_NAME = 32


def as_js(value: object) -> str:
    """Return a JavaScript (and JSON) literal that is safe inside a script element, too."""
    written = json.dumps(_whole(value), ensure_ascii=False)
    return "".join(_JS_ESCAPES.get(char, char) for char in written)


def _whole(value: object) -> object:
    """Numbers that are whole are written without a point; text without half characters and control signs."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_whole(item) for item in value]
    return value


def printable(text: str) -> str:
    """Drop what cannot be shown or written: control signs, half surrogates, marks that turn the direction of text."""
    return "".join(char for char in text if unicodedata.category(char) not in ("Cc", "Cs") and not _turns(char))


def _turns(char: str) -> bool:
    return "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"


def as_html(text: str) -> str:
    """Return text for element content and for attribute values."""
    return html.escape(printable(text), quote=True)


def as_comment(text: str) -> str:
    """Return text for the middle of a one-line comment of any of the languages."""
    line = re.sub(r"\s+", " ", printable(text.replace("\n", " ")))
    return re.sub(r"\*/|-->|--|[<>`]", " ", line).strip()


def as_css(text: str) -> str:
    """Return a colour, length or number for a style sheet; anything else becomes empty."""
    return text if re.fullmatch(r"[#\w.%, ()-]{1,60}", text) and "url" not in text.lower() else ""


def as_file(text: str, instead: str) -> str:
    """Return a file name without folder and ending: ``a-z0-9-``; ``instead`` where nothing of the text is left."""
    spread = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss").replace("œ", "oe").replace("æ", "ae"))
    plain = re.sub(r"[^a-z0-9]+", "-", "".join(char for char in spread if not unicodedata.combining(char)))
    return plain[:_LONGEST_NAME].strip("-") or instead


def as_ident(text: str, instead: str) -> str:
    """Return a camel-case name for a variable."""
    first, *others = as_file(text, instead).split("-")
    name = first + "".join(part.capitalize() for part in others)
    return name if name[:1].isalpha() else f"thing{name.capitalize()}"


def as_number(value: object) -> str:
    """Return a number as it is written in code: ``3`` and not ``3.0``."""
    number = float(value) if isinstance(value, int | float | str) else 0.0
    return str(int(number)) if number.is_integer() else repr(round(number, 4))
