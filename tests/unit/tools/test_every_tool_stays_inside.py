"""Nothing outside the nugget by any tool, on the path that a build takes: ``Toolbox.run``."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elisa.core.events import ToolBlocked
from elisa.tools import all_tools
from elisa.tools.packages import Packages
from elisa.tools.policy import Policy
from support.helpers_at_work import helper

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import Role

OUTSIDE = "../sibling/keep.txt"
HIDDEN = "a secret of the neighbour"


def calls_for(path: str) -> list[tuple[str, dict[str, Any]]]:
    """Return a call of each tool that takes a path, asking for ``path``."""
    return [
        ("read_file", {"path": path}),
        ("write_file", {"path": path, "content": "mine now"}),
        ("write_file", {"path": path, "old_text": "secret", "new_text": "mine"}),
        ("list_files", {"path": path}),
        ("search_code", {"pattern": "secret", "path": path}),
        ("find_references", {"name": "secret", "path": path}),
        ("git_diff", {"path": path}),
        ("analyze_dependencies", {"path": path}),
        ("explain_function", {"name": "secret", "path": path}),
        ("read_logs", {"source": path}),
    ]


async def no_change() -> str:
    return ""


def found(folder: Path, name: str) -> list[Path]:
    return list(folder.rglob(name))


@pytest.mark.parametrize(
    ("tool", "arguments"), calls_for(OUTSIDE), ids=lambda value: value if isinstance(value, str) else ""
)
async def test_report_P047_each_tool_refuses_a_path_outside_while_it_runs(
    tmp_path: Path, tool: str, arguments: dict[str, Any]
) -> None:
    pixel = helper(tmp_path, diff=no_change)
    result = await pixel.use(tool, **arguments)
    assert not result.ok
    assert "Blocked" in result.content
    assert HIDDEN not in result.content
    assert pixel.of(ToolBlocked)
    assert (tmp_path / "sibling" / "keep.txt").read_text() == HIDDEN


@pytest.mark.parametrize("path", ["../sibling/keep.txt", "{absolute}"])
async def test_report_P043_deleting_and_emptying_files_elsewhere_is_refused_and_work_goes_on(
    tmp_path: Path, path: str
) -> None:
    pixel = helper(tmp_path)
    place = path.format(absolute=tmp_path / "sibling" / "keep.txt")
    assert not (await pixel.use("delete_file", path=place)).ok
    assert not (await pixel.use("write_file", path=place, content="")).ok
    assert (tmp_path / "sibling" / "keep.txt").read_text() == HIDDEN
    assert (await pixel.use("write_file", path="index.html", content="<p>hello</p>")).ok


@pytest.mark.parametrize("role", ["builder", "tester", "reviewer", "custom"])
async def test_pitfall_17_no_helper_has_a_shell_and_each_can_ask_the_child(tmp_path: Path, role: Role) -> None:
    asked: list[str] = []

    async def ask(question: str, _options: tuple[str, ...]) -> str:
        asked.append(question)
        return "yes"

    pixel = helper(tmp_path, Policy(role), ask=ask)
    known = {tool.name for tool in all_tools()} | {"ask_user"}
    assert {definition.name for definition in pixel.toolbox.definitions} <= known
    for tool in ("bash", "Bash", "run_command", "shell", "exec"):
        assert not (await pixel.use(tool, command="touch pwned")).ok
    assert not found(tmp_path, "pwned")
    assert (await pixel.use("ask_user", question="May I?")).ok
    assert asked == ["May I?"]


@pytest.mark.parametrize(
    "path", ["../nugget-evil/x.txt", "{folder}/nugget-evil/x.txt", "{folder}/nugget/../nugget-evil/x.txt"]
)
async def test_pitfall_18_a_neighbour_whose_name_begins_alike_is_a_neighbour(tmp_path: Path, path: str) -> None:
    (tmp_path / "nugget-evil").mkdir()
    (tmp_path / "nugget-evil" / "x.txt").write_text(HIDDEN)
    pixel = helper(tmp_path, diff=no_change)
    place = path.format(folder=tmp_path)
    for tool, arguments in calls_for(place):
        result = await pixel.use(tool, **arguments)
        assert not result.ok, tool
        assert HIDDEN not in result.content
    assert (tmp_path / "nugget-evil" / "x.txt").read_text() == HIDDEN


async def test_report_P042_a_model_that_obeys_a_strangers_rule_cannot_read_the_secret(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    read = await pixel.use("read_file", path="../secret.txt")
    assert not read.ok
    [blocked] = pixel.of(ToolBlocked)
    assert "Blocked" in getattr(blocked, "reason", "")


async def test_links_that_lead_out_are_no_way_out(tmp_path: Path) -> None:
    pixel = helper(tmp_path, diff=no_change)
    (pixel.root / "way").symlink_to(tmp_path / "sibling")
    (pixel.root / "keep.txt").symlink_to(tmp_path / "sibling" / "keep.txt")
    for path in ("way/keep.txt", "keep.txt", "way"):
        for tool, arguments in calls_for(path):
            result = await pixel.use(tool, **arguments)
            assert HIDDEN not in result.content, (tool, path)
            assert not (tool == "write_file" and result.ok)
    everywhere = await pixel.use("search_code", pattern="secret of the neighbour")
    assert "Nothing found" in everywhere.content
    assert (tmp_path / "sibling" / "keep.txt").read_text() == HIDDEN


@pytest.mark.parametrize(
    "name", [".elisa", ".ELISA", ".elisa.", ".Elisa ", ".git", ".GIT", "src/.elisa", ".el\u200cisa", "ELISA~1"]
)
async def test_the_programs_own_folders_are_off_limits_in_any_spelling(tmp_path: Path, name: str) -> None:
    pixel = helper(tmp_path, diff=no_change)
    for folder in (".elisa", ".git", "src/.elisa"):
        pixel.write(f"{folder}/journal.jsonl", "the journal")
    for tool, arguments in calls_for(f"{name}/journal.jsonl"):
        result = await pixel.use(tool, **arguments)
        assert not result.ok, tool
        assert "the journal" not in result.content
    listed = await pixel.use("list_files")
    assert "journal" not in listed.content
    assert (pixel.root / ".elisa" / "journal.jsonl").read_text() == "the journal"


PIECES = st.sampled_from(
    [
        "..",
        ".",
        "",
        "~",
        "src",
        "sibling",
        "keep.txt",
        "..\\",
        "%2e%2e",
        "..%2f",
        "C:",
        "\u2024\u2024",
        "．．",
        ". .",
        "...",
        " ..",
        "..\x00",
        "\x00",
        "//",
        "\\\\host\\share",
    ]
)


@settings(max_examples=150, deadline=None)
@given(pieces=st.lists(PIECES, min_size=1, max_size=6), absolute=st.booleans(), backslashes=st.booleans())
def test_no_spelling_reads_or_writes_outside(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str], absolute: bool, backslashes: bool
) -> None:
    folder = tmp_path_factory.mktemp("spelled")
    pixel = helper(folder)
    path = ("/" if absolute else "") + ("\\" if backslashes else "/").join(pieces)

    async def attempt() -> None:
        read = await pixel.use("read_file", path=path)
        assert HIDDEN not in read.content
        await pixel.use("write_file", path=path, content="mine now")

    asyncio.run(attempt())
    assert sorted(place.name for place in folder.iterdir()) == ["nugget", "sibling"]
    assert [place.name for place in (folder / "sibling").iterdir()] == ["keep.txt"]
    assert (folder / "sibling" / "keep.txt").read_text() == HIDDEN


async def test_report_P050_nothing_that_a_model_writes_into_arguments_reaches_a_shell(tmp_path: Path) -> None:
    packages = Packages(tmp_path / "packages")
    pixel = helper(tmp_path, Policy("builder", may_install=True), packages=packages, diff=no_change)
    for text in (
        "x; touch pwned",
        "$(touch pwned)",
        "`touch pwned`",
        "x | touch pwned",
        "--target=/tmp",
        "git+https://x/y",
        "./x",
    ):
        assert not (await pixel.use("install_package", package=text)).ok
        await pixel.use("search_code", pattern=text)
        await pixel.use("find_references", name=text)
        await pixel.use("read_file", path=text)
        await pixel.use("git_diff", path=text)
    assert not found(tmp_path, "pwned")
    assert not packages.folder.exists()


async def test_installing_needs_a_persons_word(tmp_path: Path) -> None:
    pixel = helper(tmp_path, Policy("builder"), packages=Packages(tmp_path / "packages"))
    result = await pixel.use("install_package", package="rich")
    assert not result.ok
    assert "allowed" in result.content
    assert pixel.of(ToolBlocked)
    assert not (tmp_path / "packages").exists()
