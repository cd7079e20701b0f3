"""The one place that writes logs: a rotating file in Elisa's home, with every key blotted out."""

from __future__ import annotations

import logging
import os
import re
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

KEY_NAMES = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY")
BLOT = "[key]"
FILE_BYTES = 1_000_000
FILES_KEPT = 3
# sk-…, sk-ant-…, sk-or-v1-…; bearer tokens and key headers however a library prints them.
_KEY_LIKE = re.compile(
    r"\bsk-[A-Za-z0-9_-]{6,}"
    r"|(?<=bearer )[^\s'\",]{6,}"
    r"|(?<=x-api-key: )[^\s'\",]{6,}"
    r"|(?<=x-api-key': ')[^']{6,}",
    re.IGNORECASE,
)
_SHORTEST_SECRET = 6


class Redactor:
    """Blots out what looks like a key, the values of the key variables, and every secret that it was told."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = {secret for secret in secrets if len(secret) >= _SHORTEST_SECRET}

    def learn(self, secret: str) -> None:
        """Blot out ``secret`` from now on; texts of under six characters would blot out ordinary words."""
        if len(secret) >= _SHORTEST_SECRET:
            self._secrets.add(secret)

    def hide(self, text: str) -> str:
        """Return ``text`` without keys."""
        environment = {value for name in KEY_NAMES if len(value := os.environ.get(name, "")) >= _SHORTEST_SECRET}
        for secret in sorted(self._secrets | environment, key=len, reverse=True):
            text = text.replace(secret, BLOT)
        return _KEY_LIKE.sub(BLOT, text)


class _RedactingFormatter(logging.Formatter):
    """Redacts the finished line, so that arguments, tracebacks and stack texts are covered as well."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self.redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        return self.redactor.hide(super().format(record))


def hide_in_logs(secret: str) -> None:
    """Blot out ``secret`` in everything that the handlers of ``set_up`` write from now on."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler.formatter, _RedactingFormatter):
            handler.formatter.redactor.learn(secret)


class Log:
    """The handlers that ``set_up`` put in place; ``close`` takes them away again."""

    def __init__(self, handlers: list[logging.Handler], path: Path | None, trouble: str = "") -> None:
        self.path, self.trouble = path, trouble
        self._handlers = handlers

    def close(self) -> None:
        """Write out what is pending and let go of the file."""
        root = logging.getLogger()
        for handler in self._handlers:
            root.removeHandler(handler)
            handler.close()
        self._handlers = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def set_up(folder: Path, redactor: Redactor, *, level: int = logging.INFO, to_stderr: bool = False) -> Log:
    """Log to ``folder/elisa.log`` (at most four files of a megabyte).

    If it cannot be written, ``path`` is ``None`` and ``trouble`` says why; whoever asked tells the person.

    Args:
        folder: Usually ``home() / "logs"``; it is made.
        redactor: Blots out keys in everything that is written.
        level: The lowest level that is written.
        to_stderr: Write to the standard error stream as well.
    """
    path: Path | None = folder / "elisa.log"
    handlers: list[logging.Handler] = []
    trouble = ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handlers.append(
            RotatingFileHandler(folder / "elisa.log", maxBytes=FILE_BYTES, backupCount=FILES_KEPT, encoding="utf-8")
        )
    except OSError as error:
        path, trouble = None, str(error)
    if to_stderr:
        handlers.append(logging.StreamHandler())
    handlers = handlers or [logging.NullHandler()]  # without any, Python would write warnings to stderr by itself
    root = logging.getLogger()
    for handler in handlers:
        handler.setLevel(level)
        handler.setFormatter(_RedactingFormatter(redactor))
        root.addHandler(handler)
    root.setLevel(min(root.level or level, level))
    return Log(handlers, path, trouble)
