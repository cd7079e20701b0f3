"""Which wishes were proven before, so that building again does not call good work unproven.

A second GO on a finished nugget changes nothing, and then every test is green before the work as well. A wish stays
proven as long as its words are the same, its tests are the same to the byte, and they pass.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from pydantic import RootModel, ValidationError

from elisa.build.compare import digest_of

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import NuggetSpec, Requirement
    from elisa.verify.result import TestReport


_NUMBER = re.compile(rb"\b(?:req|test)_\d+\b")


class _Remembered(RootModel[dict[str, str]]):
    """Digest of a wish to digest of its tests."""


class Proofs:
    """The memory, in ``.elisa/proofs.json``; without the file nothing is remembered."""

    def __init__(self, nugget: Path, spec: NuggetSpec) -> None:
        self._nugget = nugget
        self._words = {wish.id: digest_of(wish) for wish in spec.requirements}
        self._words |= {test.id: f"{test.when} {test.then}" for test in spec.workflow.behavioral_tests or ()}
        self._path = nugget / ".elisa" / "proofs.json"
        self._known = self._read()

    def holds(self, wish: Requirement, report: TestReport) -> bool:
        """Tell whether a wish was proven by the very tests that it has now."""
        return self._known.get(digest_of(wish)) == self._digest_of_tests(wish, report)

    def keep(self, wish: Requirement, report: TestReport) -> None:
        """Remember a proof; on the disk after ``write``."""
        self._known[digest_of(wish)] = self._digest_of_tests(wish, report)

    def write(self) -> None:
        """Write what is known, as one whole new file."""
        temporary = self._path.with_suffix(".new")
        temporary.write_text(_Remembered(self._known).model_dump_json(indent=1), encoding="utf-8")
        temporary.replace(self._path)

    def _read(self) -> dict[str, str]:
        try:
            return dict(_Remembered.model_validate_json(self._path.read_bytes()).root)
        except (FileNotFoundError, ValidationError):
            return {}

    def _digest_of_tests(self, wish: Requirement, report: TestReport) -> str:
        digest = hashlib.sha256()
        for test in sorted(report.of(wish.id), key=lambda test: (test.file, test.name)):
            digest.update(f"{test.file}\0{test.name}\0".encode())
        for name in sorted({test.file for test in report.of(wish.id)}):
            digest.update(self._by_words((self._nugget / name).read_bytes()))
        return digest.hexdigest()

    def _by_words(self, data: bytes) -> bytes:
        """Put the words of wishes and proofs in place of their numbers, which change when blocks come and go."""
        return _NUMBER.sub(lambda found: self._words.get(found[0].decode(), found[0].decode()).encode(), data)
