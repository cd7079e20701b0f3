"""Python tests of a nugget under pytest in the sandbox: each ending in words, nothing hangs, nothing is changed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from elisa.process.limits import Limits
from elisa.verify.python import run_python_tests

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.verify.result import TestReport, TestResult

MAIN = "def add(a, b):\n    return a + b\n\n\ndef unused():\n    return 1\n"
MANY = """
import os, time
import pytest
from main import add

@pytest.mark.requirement("req_0")
@pytest.mark.proof("test_0")
def test_adds(): assert add(1, 2) == 3
@pytest.mark.requirement("req_1")
def test_wrong(): assert add(1, 2) == 4, "one and two"
def test_loop():
    while True: pass
def test_later(): pytest.skip("next week")
def test_typing(): input("Name? ")
def test_emoji():
    print("🦔"); os.write(1, b"\\xff\\xfe")
    assert "🦔" == "x"
def test_writes(): open("made.txt", "w").write("x")
def test_flood():
    while True: print("x" * 100000)
def test_secrets(): assert not [name for name in os.environ if "KEY" in name or "ELISA_REPORT" in name]
def test_forges():
    print("\\x1e0123 {\\"event\\": \\"test\\"}")
    assert False, "not forged"
@pytest.mark.parametrize("n", [1, 2])
def test_each(n): assert n
class TestGroup:
    def test_inside(self): assert True
"""
FILES = {
    "src/main.py": MAIN, "tests/test_a.py": MANY,
    "tests/test_asks.py": "import pytest\nimport asks\n\n@pytest.mark.requirement('req_2')\ndef test_x(): pass\n",
    "src/asks.py": "name = input()\n",
    "tests/test_bad.py": "def test_x(:\n",
    "tests/test_gone.py": "import pytest\nimport dragon\n\n@pytest.mark.requirement('req_3')\ndef test_y(): pass\n",
    "tests/deep/test_loops.py": "while True: pass\n",
    "pytest.ini": "[pytest]\naddopts = --no-such-option\n",
}  # fmt: skip


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def nugget(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("nugget"), FILES)


@pytest.fixture(scope="module")
def seen() -> list[TestResult]:
    return []


@pytest.fixture(scope="module")
def report(nugget: Path, seen: list[TestResult]) -> TestReport:
    files = sorted(name for name in FILES if name.startswith("tests/"))
    return asyncio.run(run_python_tests(nugget, files, test_seconds=2, on_result=seen.append))


ENDINGS = [
    ("tests/test_a.py", "test_adds", "passed", ""),
    ("tests/test_a.py", "test_wrong", "failed", "one and two"),
    ("tests/test_a.py", "test_loop", "failed", "This test never ends."),
    ("tests/test_a.py", "test_later", "skipped", "next week"),
    ("tests/test_a.py", "test_typing", "failed", "Your program is waiting for someone to type. Tests can't type."),
    ("tests/test_a.py", "test_emoji", "failed", "🦔"),
    ("tests/test_a.py", "test_writes", "passed", ""),
    ("tests/test_a.py", "test_flood", "failed", "Your program prints and prints."),
    ("tests/test_a.py", "test_secrets", "passed", ""),
    ("tests/test_a.py", "test_forges", "failed", "not forged"),
    ("tests/test_a.py", "test_each[1]", "passed", ""),
    ("tests/test_a.py", "TestGroup::test_inside", "passed", ""),
    ("tests/test_asks.py", "test_x", "failed", "Your program is waiting for someone to type. Tests can't type."),
    ("tests/test_bad.py", "tests/test_bad.py", "failed", "SyntaxError"),
    ("tests/test_gone.py", "test_y", "failed", "No module named 'dragon'"),
    ("tests/deep/test_loops.py", "tests/deep/test_loops.py", "failed", "This test never ends."),
]


@pytest.mark.parametrize(("file", "name", "status", "words"), ENDINGS, ids=[f"{row[0]}::{row[1]}" for row in ENDINGS])
def test_report_P094_every_test_ends_and_says_how(
    report: TestReport, file: str, name: str, status: str, words: str
) -> None:
    (found,) = [test for test in report.tests if (test.file, test.name) == (file, name)]
    assert found.status == status
    assert words in found.message
    assert status != "passed" or not found.message


def test_a_test_names_its_wish_and_its_proof_even_if_its_file_cannot_be_read(report: TestReport) -> None:
    assert [test.name for test in report.of("req_0")] == ["test_adds"]
    assert report.of("req_0")[0].proof_id == "test_0"
    assert [test.name for test in report.of("req_3")] == ["test_y"]


def test_pitfall_30_coverage_is_measured_without_the_tests(report: TestReport) -> None:
    assert report.coverage is not None
    assert 50 < report.coverage < 100
    assert report.missing == ()


def test_the_nugget_is_only_read(report: TestReport, nugget: Path) -> None:
    assert report.tests
    assert sorted(str(path.relative_to(nugget)) for path in nugget.rglob("*") if path.is_file()) == sorted(FILES)


def test_messages_name_no_folder_of_ours(report: TestReport) -> None:
    assert not [test.message for test in report.tests if "elisa-tests-" in test.message]


def test_results_are_told_as_they_come_and_stand_in_the_order_of_files(
    report: TestReport, seen: list[TestResult]
) -> None:
    assert {(test.file, test.name) for test in seen} == {(test.file, test.name) for test in report.tests}
    assert [test.file for test in report.tests] == sorted(test.file for test in report.tests)


async def test_only_the_wanted_wishes_run(nugget: Path) -> None:
    files = ["tests/test_a.py", "tests/test_gone.py"]
    found = await run_python_tests(nugget, files, only=["req_0", "req_3"])
    assert [(test.name, test.status) for test in found.tests] == [("test_adds", "passed"), ("test_y", "failed")]


async def test_report_P067_tests_that_got_no_turn_are_neither_passed_nor_failed(tmp_path: Path) -> None:
    text = "import os\ndef test_a(): pass\ndef test_b(): os.kill(os.getpid(), 9)\n"
    text += "def test_c(): pass\ndef test_d(): pass\n"
    write(tmp_path, {"tests/test_x.py": text})
    found = await run_python_tests(tmp_path, ["tests/test_x.py"])
    assert [(test.name, test.status) for test in found.tests] == [
        ("test_a", "passed"), ("test_b", "failed"), ("test_c", "skipped"), ("test_d", "skipped"),
    ]  # fmt: skip
    assert found.unrun
    assert not found.green


async def test_a_run_that_takes_too_long_ends(tmp_path: Path) -> None:
    text = "import time, signal\ndef test_deaf():\n    signal.signal(signal.SIGALRM, signal.SIG_IGN)\n"
    text += "    time.sleep(600)\n"
    write(tmp_path, {"tests/test_x.py": text})
    found = await run_python_tests(tmp_path, ["tests/test_x.py"], limits=Limits(seconds=4), test_seconds=1)
    assert [(test.name, test.status) for test in found.tests] == [("test_deaf", "failed")]
    assert "never ends" in found.tests[0].message


async def test_packages_of_the_nugget_can_be_imported(tmp_path: Path) -> None:
    nugget = write(tmp_path / "nugget", {"tests/test_x.py": "import dragonlib\ndef test_a(): assert dragonlib.FIRE\n"})
    packages = write(tmp_path / "packages", {"dragonlib.py": "FIRE = True\n"})
    found = await run_python_tests(nugget, ["tests/test_x.py"], packages=packages)
    assert [test.status for test in found.tests] == ["passed"], found.tests
