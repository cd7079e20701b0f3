"""Red before, green after, from two reports."""

from __future__ import annotations

import pytest

from elisa.verify.declared import Declared, declared_tests
from elisa.verify.requirements import status_before
from elisa.verify.result import Status, TestReport, TestResult


def report(*tests: tuple[str, Status], requirement: str | None = "req_1", file: str = "a.test.js") -> TestReport:
    return TestReport(
        tests=tuple(
            TestResult(name=name, file=file, status=status, requirement_id=requirement) for name, status in tests
        )
    )


@pytest.mark.parametrize(
    ("before", "name", "status"),
    [
        ([("a", "failed")], "a", "failed"),
        ([("a", "passed")], "a", "passed"),
        ([("a", "skipped")], "a", "skipped"),
        ([], "a", None),
        ([("b", "failed")], "a", None),
        ([("a.test.js", "failed")], "a", "failed"),
        ([("a[1]", "passed"), ("a[3]", "failed")], "a[2]", "failed"),
        ([("a", "failed")], "a[2]", "failed"),
    ],
)
def test_report_P066_what_did_not_run_before_is_neither_red_nor_green(
    before: list[tuple[str, Status]], name: str, status: Status | None
) -> None:
    (test,) = report((name, "passed")).tests
    assert status_before(report(*before), test) == status


def test_a_test_of_another_file_with_the_same_name_is_another_test() -> None:
    (test,) = report(("a", "passed")).tests
    assert status_before(report(("a", "failed"), file="b.test.js"), test) is None


def test_counts_are_kept_apart() -> None:
    mixed = report(("a", "passed"), ("b", "failed"), ("c", "skipped"), ("d", "skipped"), ("e", "skipped"))
    assert {key: mixed.as_json()[key] for key in ("passed", "failed", "skipped")} == {
        "passed": 1, "failed": 1, "skipped": 3,
    }  # fmt: skip
    assert not mixed.green
    assert not TestReport().green
    assert report(("a", "passed"), ("b", "skipped")).green


def test_tests_are_read_from_text_alone() -> None:
    text = (
        "import nothing_there\nimport pytest\n"
        "@pytest.mark.requirement('req_1')\n@pytest.mark.proof('test_2')\nasync def test_a(): ...\n"
        "def helper(): ...\nclass TestBox:\n    def test_in(self): ...\n    def other(self): ...\n"
        "@pytest.mark.requirement(NAME)\ndef test_b(): ...\n"
    )
    assert declared_tests(text) == (
        Declared("test_a", "req_1", "test_2"), Declared("TestBox::test_in", None, None), Declared("test_b", None, None),
    )  # fmt: skip
    assert declared_tests("def (:") == ()
