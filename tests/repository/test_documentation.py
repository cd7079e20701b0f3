"""What the pages promise is there: commands, targets, links, rooms of the house."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import check_numbers
import lint
from elisa.cli.app import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])
HOUSE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def told(page: Path) -> str:
    """Return a page's text."""
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pitfall_56_a_page_names_only_commands_and_targets_that_exist(page: Path) -> None:
    commands = set(re.findall(r"(?:^|`|/)elisa ([a-z][a-z-]+)", told(page), re.MULTILINE))
    assert sorted(commands - set(COMMANDS)) == []
    targets = set(re.findall(r"(?:^|`)make ([a-z]+)", told(page), re.MULTILINE))
    assert sorted(target for target in targets if not re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pitfall_56_links_inside_the_project_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://)([^)#]+)", told(page))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_pitfall_56_the_ground_plan_shows_the_rooms_that_there_are() -> None:
    plan = re.findall(r"^  (\w+)(?:/|\.py)\s(.*)$", HOUSE, re.MULTILINE)
    shown = {name for name, about in plan if not about.endswith("(later)")}
    package = ROOT / "app" / "elisa"
    rooms = {path.parent.name for path in package.glob("*/__init__.py")} | {path.stem for path in package.glob("*.py")}
    assert shown == rooms - {"__init__"}


def test_pitfall_41_everything_is_type_checked_before_it_lands() -> None:
    assert {"mypy", "mypy on tests", "javascript", "imports"} <= lint.CHECKS.keys()
    assert re.search(r"^test: lint$", MAKEFILE, re.MULTILINE)
    assert re.search(r"^make test$", told(ROOT / ".ci" / "run"), re.MULTILINE)


def test_a_number_is_read_from_a_tests_name(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_report_P043_x(): ...\nasync def test_report_P009(): ...\n", "utf-8")
    assert check_numbers.tested("report", tmp_path) == {"P043", "P009"}
    assert check_numbers.numbers("report", ["P001-P003", "P010"]) == ["P001", "P002", "P003", "P010"]
