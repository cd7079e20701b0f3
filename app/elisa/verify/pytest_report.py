"""A plug-in for pytest, loaded in the sandboxed child: reports each test as one line and ends tests that never end.

Lines go to the real stdout, past everything that pytest captures, and begin with a word that only the parent knows.
"""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING

import pytest

from elisa.core.text import say
from elisa.verify.channel import ONLY, SECONDS, WORD

if TYPE_CHECKING:
    from collections.abc import Generator
    from types import FrameType

_LONGEST = 2000
_WAITS = ("reading from stdin while output is captured", "EOF when reading a line")
_TOO_BIG = "[Errno 27]"


class Reporter:
    """Tells the parent what is collected and how each test ended."""

    def __init__(self, out: int, word: str, only: list[str] | None, seconds: float) -> None:
        self._out = out
        self._word = word
        self._only = only
        self._seconds = seconds
        self._root = ""
        self._failed_before: set[str] = set()

    def pytest_configure(self, config: pytest.Config) -> None:
        """Declare our marks."""
        self._root = str(config.rootpath)
        config.addinivalue_line("markers", "requirement(id): the requirement that this test proves")
        config.addinivalue_line("markers", "proof(id): the child's own proof that this test was made from")

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Bound the time in which a file is read; say it in words when it cannot be."""
        with _Alarm(self._seconds):
            report = yield
        if report.failed:
            message = _in_words(report.longreprtext)
            self._tell(event="unreadable", name="", file=report.nodeid.partition("::")[0], message=message)
        return report

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Keep only the tests of the wanted requirements, and say what will run."""
        if self._only is not None:
            other = [item for item in items if _mark(item, "requirement") not in self._only]
            items[:] = [item for item in items if item not in other]
            config.hook.pytest_deselected(items=other)
        for item in items:
            self._tell(event="planned", **_who(item))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        """Bound the time of each test."""
        with _Alarm(self._seconds):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Report a test when it is decided."""
        report = yield
        if report.when != "call" and report.passed:
            return report
        if report.when == "teardown" and item.nodeid in self._failed_before:
            return report
        if report.failed:
            self._failed_before.add(item.nodeid)
        text = _skip_reason(report) if report.skipped else _in_words(report.longreprtext + report.capstderr)
        self._tell(
            event="test", **_who(item), status=report.outcome, message="" if report.passed else text,
            ms=report.duration * 1000,
        )  # fmt: skip
        return report

    def _tell(self, **message: object) -> None:
        os.write(self._out, f"{self._word}{json.dumps(message)}\n".encode())


class _Alarm:
    """Fails what runs inside when its time is up; loops in Python are interrupted, the next test goes on."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *_problem: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(_number: int, _frame: FrameType | None) -> None:
    pytest.fail(say("verify.test_never_ends"), pytrace=False)


def _who(item: pytest.Item) -> dict[str, object]:
    return {
        "name": item.nodeid.partition("::")[2] or item.nodeid,
        "file": item.nodeid.partition("::")[0],
        "requirement": _mark(item, "requirement"),
        "proof": _mark(item, "proof"),
    }


def _mark(item: pytest.Item, name: str) -> str | None:
    mark = item.get_closest_marker(name)
    return str(mark.args[0]) if mark is not None and mark.args else None


def _skip_reason(report: pytest.TestReport) -> str:
    reason = report.longrepr
    return str(reason[2]) if isinstance(reason, tuple) else str(reason)


def _in_words(trouble: str) -> str:
    if any(sign in trouble for sign in _WAITS):
        return say("verify.waits_for_typing")
    if _TOO_BIG in trouble:
        return say("verify.prints_too_much")
    errors = [line[1:].strip() for line in trouble.splitlines() if line.startswith("E ")]
    return "\n".join(errors)[:_LONGEST] or trouble.strip()[-_LONGEST:]


def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Take the secret word away before any code of the nugget runs, and begin to listen."""
    only = os.environ.pop(ONLY, "")
    word, seconds = os.environ.pop(WORD), float(os.environ.pop(SECONDS))
    early_config.pluginmanager.register(
        Reporter(_real_stdout, word, json.loads(only) if only else None, seconds), "elisa-reporter"
    )


_real_stdout = os.dup(1)
