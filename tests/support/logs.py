"""Log records that a test did not announce fail it, and so does an announced one that never came."""

from __future__ import annotations

import logging
import re


class LogWatch(logging.Handler):
    """Collects records from WARNING up; call it with a pattern to announce one."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.seen: list[str] = []
        self._expected: list[str] = []

    def __call__(self, pattern: str) -> None:
        """Announce that at least one record's text (``logger: message``) matches ``pattern`` (searched, not full)."""
        self._expected.append(pattern)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the record's text."""
        self.seen.append(f"{record.name}: {record.getMessage()}")

    def complaint(self) -> str:
        """Return in words what came unannounced or was announced and did not come; empty when all is well."""
        surprises = [text for text in self.seen if not any(re.search(one, text) for one in self._expected)]
        missing = [one for one in self._expected if not any(re.search(one, text) for text in self.seen)]
        words = [f"unexpected log record: {text}" for text in surprises]
        words += [f"no log record matched {one!r}" for one in missing]
        return "\n".join(words)
