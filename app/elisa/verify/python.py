"""Python tests of a nugget: pytest with coverage, in a sandboxed child, on a copy of the nugget that is thrown away."""

from __future__ import annotations

import importlib.util
import json
import secrets
import shutil
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from elisa.core.text import say
from elisa.process.internal import internal_command
from elisa.process.limits import MEBIBYTE, Limits
from elisa.process.run import Finished, run_child
from elisa.process.sandbox import Sandbox
from elisa.process.scratch import scratch
from elisa.verify.channel import ONLY, SECONDS, WORD
from elisa.verify.declared import declared_tests
from elisa.verify.result import OnResult, Status, TestReport, TestResult

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LIMITS = Limits(seconds=120.0, memory_bytes=1024 * MEBIBYTE, output_bytes=16 * MEBIBYTE, file_bytes=16 * MEBIBYTE)
TEST_SECONDS = 10.0
_LEFT_BEHIND = (".elisa", ".git", "__pycache__", "node_modules", ".venv")
_NO_TESTS = 5


async def run_python_tests(
    root: Path, files: Sequence[str], *, only: Sequence[str] | None = None, packages: Path | None = None,
    limits: Limits = LIMITS, test_seconds: float = TEST_SECONDS, on_result: OnResult | None = None,
) -> TestReport:  # fmt: skip
    """Run ``files`` (paths relative to ``root``) under pytest.

    Args:
        root: The nugget or a worktree of it; only read.
        files: Test files.
        only: Requirement ids; tests of others are passed over without a result.
        packages: Folder with what ``install_package`` brought.
        limits: Bounds of the whole run.
        test_seconds: Longest time of one test.
        on_result: Called with each result as it comes.
    """
    if importlib.util.find_spec("pytest") is None:
        return TestReport(missing=(say("verify.no_pytest"),), unrun=True)
    covers = importlib.util.find_spec("pytest_cov") is not None
    with scratch("tests") as place:
        copy = place / "nugget"
        shutil.copytree(root, copy, symlinks=True, ignore=shutil.ignore_patterns(*_LEFT_BEHIND))
        listener = _Listener(copy, only, on_result)
        finished = await run_child(
            internal_command("pytest", *_arguments(copy, place, files, covers=covers)),
            cwd=copy,
            limits=limits,
            sandbox=Sandbox(readable=(packages,) if packages is not None else (), writable=(place,)),
            env=_environment(copy, packages, only, test_seconds, listener.word),
            on_line=listener.take,
        )
        listener.close(finished, files)
        missing = () if covers else (say("verify.no_coverage"),)
        results = sorted(listener.results, key=lambda result: result.file)
        return TestReport(tests=tuple(results), coverage=_coverage(place), missing=missing, unrun=listener.unreached)


def _arguments(copy: Path, place: Path, files: Sequence[str], *, covers: bool) -> list[str]:
    """Our own settings instead of the nugget's: its ``pytest.ini`` cannot change what runs or what is told."""
    settings = place / "pytest.ini"
    settings.write_text("[pytest]\n", encoding="utf-8")
    arguments = [
        "-q", "-c", str(settings), "--rootdir", str(copy), "--import-mode=importlib", "--tb=short", "--color=no",
        "-p", "no:cacheprovider", "-p", "elisa.verify.pytest_report", "--basetemp", str(place / "tmp"),
        "--continue-on-collection-errors",
    ]  # fmt: skip
    if covers:
        rules = place / "coverage.ini"
        rules.write_text(
            "[run]\nomit =\n    tests/*\n    */tests/*\n    conftest.py\n"
            f"data_file = {place / 'coverage.data'}\n[report]\nignore_errors = true\n",
            encoding="utf-8",
        )
        arguments += [
            "-p", "pytest_cov", f"--cov={copy}", f"--cov-config={rules}",
            f"--cov-report=json:{place / 'coverage.json'}",
        ]  # fmt: skip
    return [*arguments, *files]


def _environment(
    copy: Path, packages: Path | None, only: Sequence[str] | None, test_seconds: float, word: str
) -> dict[str, str]:
    from elisa.process.environment import package_folder

    folders = [package_folder(), copy, copy / "src", *([packages] if packages is not None else [])]
    return {
        WORD: word,
        ONLY: "" if only is None else json.dumps(list(only)),
        SECONDS: str(test_seconds),
        "PYTHONPATH": ":".join(map(str, folders)),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }


class _Listener:
    """Turns the child's lines into results, and the tests that it never came to into skipped ones."""

    def __init__(self, root: Path, only: Sequence[str] | None, on_result: OnResult | None) -> None:
        self._root = root
        self._only = only
        self.word = f"\x1e{secrets.token_hex(16)} "
        self.results: list[TestResult] = []
        self.unreached = False
        self._planned: dict[tuple[str, str], dict[str, Any]] = {}
        self._on_result = on_result

    def take(self, line: str) -> None:
        """Read one line of stdout."""
        _, found, rest = line.partition(self.word)
        if not found:
            return
        message: dict[str, Any] = json.loads(rest)
        key = (message["file"], message["name"])
        if message["event"] == "planned":
            self._planned[key] = message
        elif message["event"] == "unreadable":
            self._add_unreadable(message)
        else:
            self._planned.pop(key, None)
            self._add(message, message["status"], message["message"])

    def close(self, finished: Finished, files: Sequence[str]) -> None:
        """Say what happened to the tests that were planned and are not decided, and why nothing ran at all."""
        why = _why_ended(finished)
        for number, message in enumerate(self._planned.values()):
            if number == 0 and why:
                self._add(message, "failed", why)
            else:
                self._add(message, "skipped", say("verify.not_reached"))
                self.unreached = True
        if not self.results and finished.returncode not in {0, _NO_TESTS}:
            trouble = why or finished.stderr.strip()[-1000:] or finished.stdout.strip()[-1000:]
            for file in files:
                self._add_unreadable({"file": file, "message": trouble})

    def _add_unreadable(self, message: dict[str, Any]) -> None:
        """A file that cannot be imported is red for each of its tests; before the work that is the usual red."""
        source = (self._root / message["file"]).read_bytes().decode("utf-8", "replace")
        declared = [asdict(test) for test in declared_tests(source)]
        for test in declared or [{"name": message["file"]}]:
            if self._only is None or test.get("requirement") in self._only or not declared:
                self._add({**test, "file": message["file"]}, "failed", message["message"])

    def _add(self, message: dict[str, Any], status: Status, words: str) -> None:
        result = TestResult(
            name=message["name"],
            file=message["file"],
            status=status,
            requirement_id=message.get("requirement"),
            proof_id=message.get("proof"),
            message=words.replace(f"{self._root}/", ""),
            duration_ms=message.get("ms", 0.0),
        )
        self.results.append(result)
        if self._on_result is not None:
            self._on_result(result)


def _why_ended(finished: Finished) -> str:
    reasons = {
        "timeout": "verify.test_never_ends", "memory": "verify.too_much_memory", "output": "verify.prints_too_much",
        "processes": "verify.too_many_processes", "killed": "verify.test_crashed",
    }  # fmt: skip
    key = reasons.get(finished.ended)
    return say(key) if key else ""


def _coverage(place: Path) -> float | None:
    try:
        written = json.loads((place / "coverage.json").read_text(encoding="utf-8"))
        totals = written["totals"]
        return round(float(totals["percent_covered"]), 1) if totals["num_statements"] else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
