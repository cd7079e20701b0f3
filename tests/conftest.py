"""What holds for every test: its own empty home, no network, no leaks, and no warning that it did not announce.

A test may be ``async def``: it runs in a loop of its own, and a task that it leaves behind fails it.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import os
from typing import TYPE_CHECKING

import hypothesis
import pytest

from support.leaks import Leaks, left_over_processes
from support.logs import LogWatch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# The same examples on every machine, and no failure because a machine is busy.
hypothesis.settings.register_profile("elisa", derandomize=True, database=None, deadline=None)
hypothesis.settings.load_profile("elisa")

KEYS = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY")
STEERING = ("ELISA_POLICY", "ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty throw-away home; ``ELISA_HOME`` lies inside it and does not exist yet."""
    place = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(place))
    monkeypatch.setenv("ELISA_HOME", str(place / "elisa"))
    monkeypatch.setenv("XDG_DATA_HOME", str(place / ".local" / "share"))
    for name in (*KEYS, *STEERING):
        monkeypatch.delenv(name, raising=False)
    return place


@pytest.fixture(autouse=True)
def expect_log() -> Iterator[LogWatch]:
    """Call it with a pattern to announce a log record from WARNING up; any other fails the test."""
    watch = LogWatch()
    root = logging.getLogger()
    root.addHandler(watch)
    yield watch
    root.removeHandler(watch)
    complaint = watch.complaint()
    if complaint:
        pytest.fail(complaint, pytrace=False)


@pytest.fixture(autouse=True)
def leaks(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a thread or a child process behind."""
    before = Leaks.now()
    yield
    complaint = before.complaint(web="web" in request.path.parts or "ui" in request.path.parts)
    if complaint:
        pytest.fail(complaint, pytrace=False)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run ``async def`` tests in a loop of their own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(_run_async(pyfuncitem, {name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


async def _run_async(item: pytest.Function, arguments: dict[str, object]) -> None:
    await item.obj(**arguments)
    left = asyncio.all_tasks() - {asyncio.current_task()}
    if left:
        pytest.fail("tasks left running: " + ", ".join(sorted(str(task.get_coro()) for task in left)), pytrace=False)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A process of ours that outlived its parent is no child any more; its command line still names our folder."""
    basetemp = getattr(session.config, "_tmp_path_factory", None)
    folder = str(basetemp.getbasetemp()) if basetemp is not None else ""
    left = left_over_processes(folder) if folder else []
    if left:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.write_line("processes left behind: " + "; ".join(left), red=True)
