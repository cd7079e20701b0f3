"""The size check finds what is too long."""

from __future__ import annotations

import check_sizes


def test_a_function_of_fifty_lines_passes_and_one_more_does_not() -> None:
    body = "\n".join(["    pass"] * check_sizes.LONGEST_FUNCTION)
    assert check_sizes.long_functions(f"def long():\n{body}") == ["1: long has 51 lines, at most 50"]
    assert check_sizes.long_functions(f"@decorated\nasync def fine():\n{body[9:]}") == []


def test_it_reads_our_own_files_and_nobody_elses() -> None:
    names = {path.relative_to(check_sizes.ROOT).as_posix() for path in check_sizes.files()}
    assert {"app/elisa/__main__.py", "packaging/check_sizes.py", "tests/conftest.py"} <= names
    assert [name for name in names if "node_modules" in name or "fetched" in name] == []
