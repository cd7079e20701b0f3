"""Red before, green after, from two reports."""

from __future__ import annotations

import pytest

from elisa.verify.declared import Declared, declared_tests
from elisa.verify.requirements import Proof, prove, status_before
from elisa.verify.result import Status, TestReport, TestResult


def report(*tests: tuple[str, Status], requirement: str | None = "req_1", file: str = "a.test.js") -> TestReport:
    return TestReport(
        tests=tuple(
            TestResult(name=name, file=file, status=status, requirement_id=requirement) for name, status in tests
        )
    )


@pytest.mark.parametrize(
    ("before", "after", "proof"),
    [
        ([("a", "failed")], [("a", "passed")], "proven"),
        ([("a", "passed")], [("a", "passed")], "proves_nothing"),
        ([("a", "failed")], [("a", "failed")], "failed"),
        ([("a", "passed")], [("a", "failed")], "failed"),
        ([("a", "failed")], [("a", "skipped")], "not_tested"),
        ([("a", "skipped")], [("a", "passed")], "not_tested"),
        ([], [("a", "passed")], "not_tested"),
        ([("a", "failed")], [], "not_tested"),
        ([("a", "failed"), ("b", "passed")], [("a", "passed"), ("b", "passed")], "proven"),
        ([("a", "passed")], [("a", "passed"), ("b", "passed")], "not_tested"),
        ([("a", "failed"), ("b", "failed")], [("a", "passed"), ("b", "skipped")], "not_tested"),
        ([("a.test.js", "failed")], [("a", "passed")], "proven"),
        ([("a[1]", "failed")], [("a[2]", "passed")], "proven"),
    ],
)
def test_report_P066_green_counts_only_after_red(
    before: list[tuple[str, Status]], after: list[tuple[str, Status]], proof: Proof
) -> None:
    assert prove("req_1", report(*before), report(*after)) == proof


def test_without_an_earlier_version_nothing_is_proven() -> None:
    assert prove("req_1", None, report(("a", "passed"))) == "not_tested"


def test_pitfall_27_a_test_of_req_10_proves_nothing_about_req_1() -> None:
    ten = report(("a", "passed"), requirement="req_10")
    assert prove("req_1", ten, ten) == "not_tested"


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
