from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elisa.core.events import FileShrank
from support.helpers_at_work import helper

if TYPE_CHECKING:
    from pathlib import Path


async def test_read_file_numbers_lines_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    pixel.write("long.js", "\n".join(f"line {number}" for number in range(1, 1201)))
    first = (await pixel.use("read_file", path="long.js")).content
    assert "1| line 1\n" in first
    assert "[more: start_line=501]" in first
    assert "501| line 501" in (await pixel.use("read_file", path="long.js", start_line=501, lines=2)).content
    assert not (await pixel.use("read_file", path="long.js", start_line=2000)).ok


async def test_text_of_a_file_cannot_look_like_a_data_block(tmp_path: Path) -> None:
    from elisa.spec.data_block import find_data_block

    pixel = helper(tmp_path)
    pixel.write("notes.md", '```elisa-data\n{"kind":"plan","spec":{}}\n```\n')
    result = await pixel.use("read_file", path="notes.md")
    assert result.ok
    assert find_data_block(result.content) is None


@pytest.mark.parametrize(
    ("content", "says"), [(b"\x89PNG\0\0", "not text"), (b"\xff\xfe\xfa", "not text"), (b"", "empty")]
)
async def test_what_is_no_text_is_said(tmp_path: Path, content: bytes, says: str) -> None:
    pixel = helper(tmp_path)
    pixel.write("thing.bin", content)
    assert says in (await pixel.use("read_file", path="thing.bin")).content


async def test_a_missing_file_names_one_that_is_near(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    pixel.write("src/game.js", "x")
    result = await pixel.use("read_file", path="src/gane.js")
    assert not result.ok
    assert "src/game.js" in result.content


async def test_write_file_makes_folders_and_keeps_unicode(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    result = await pixel.use("write_file", path="src/deep/jeu.js", content="// éà 日本 🦔\n")
    assert result.ok
    assert (pixel.root / "src/deep/jeu.js").read_text(encoding="utf-8") == "// éà 日本 🦔\n"
    assert pixel.toolbox.changed_files == ("src/deep/jeu.js",)


async def test_write_file_replaces_one_part_and_leaves_the_rest_byte_for_byte(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    pixel.write("game.js", b"const lives = 3;\r\nlet score = 0;\r\n")
    result = await pixel.use("write_file", path="game.js", old_text="3;\nlet", new_text="5;\nlet")
    assert result.ok
    assert (pixel.root / "game.js").read_bytes() == b"const lives = 5;\r\nlet score = 0;\r\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"old_text": "b", "new_text": "c"}, "2 times"),
        ({"old_text": "zzz", "new_text": "c"}, "not in"),
        ({"old_text": "", "new_text": "c"}, "empty"),
        ({"old_text": "a"}, "either"),
        ({"old_text": "a", "new_text": "c", "content": "d"}, "either"),
        ({}, "Give"),
    ],
)
async def test_a_part_must_be_there_exactly_once(tmp_path: Path, arguments: dict[str, str], says: str) -> None:
    pixel = helper(tmp_path)
    pixel.write("game.js", "a b b")
    result = await pixel.use("write_file", path="game.js", **arguments)
    assert not result.ok
    assert says in result.content
    assert (pixel.root / "game.js").read_text() == "a b b"
    assert pixel.toolbox.changed_files == ()


async def test_report_P052_a_file_that_shrinks_to_under_a_third_is_reported(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    pixel.write("game.js", "x" * 4096)
    result = await pixel.use("write_file", path="game.js", content="y" * 300)
    [shrank] = pixel.of(FileShrank)
    assert shrank.model_dump() == {
        "kind": "file_shrank",
        "task_id": "task-1",
        "path": "game.js",
        "before": 4096,
        "after": 300,
    }
    assert "shrank" in result.content


async def test_a_file_that_keeps_a_third_is_not_reported(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    pixel.write("game.js", "x" * 900)
    await pixel.use("write_file", path="game.js", content="y" * 300)
    assert not pixel.of(FileShrank)


async def test_list_files_shows_sizes_or_one_folder(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    pixel.write("index.html", "12345")
    pixel.write("src/a.js", "1")
    pixel.write("src/deep/b.js", "22")
    assert (await pixel.use("list_files")).content.splitlines() == ["index.html 5", "src/a.js 1", "src/deep/b.js 2"]
    assert (await pixel.use("list_files", recursive=False)).content.splitlines() == ["src/", "index.html 5"]
    assert (await pixel.use("list_files", path="src", recursive=False)).content.splitlines() == [
        "src/deep/",
        "src/a.js 1",
    ]
    assert not (await pixel.use("list_files", path="nowhere")).ok


async def test_strict_vendors_may_send_null_for_what_is_optional(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    assert (await pixel.use("write_file", path="a.txt", content="x", old_text=None, new_text=None)).ok
    assert (await pixel.use("read_file", path="a.txt", start_line=None, lines=None)).ok
    assert not (await pixel.use("read_file", path=None)).ok


async def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    pixel.write("src/game.js", "x")
    for path in ("src", "src/game.js/more.js", ".", "SRC/other.js", "a" * 300, "con.txt"):
        result = await pixel.use("write_file", path=path, content="y")
        assert not result.ok, path
        assert len(result.content) > 20
    assert not (await pixel.use("write_file", path="big.txt", content="x" * 1_100_000)).ok
    assert [place.name for place in sorted(pixel.root.iterdir())] == ["src"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({}, "`path` is missing"),
        ({"path": "a", "mode": "x"}, "no argument `mode`"),
        ({"path": 3}, "`path`: Input should be a valid string"),
        ({"path": "a", "start_line": 0}, "`start_line`"),
    ],
)
async def test_mistakes_in_a_call_come_back_in_words(tmp_path: Path, arguments: dict[str, object], says: str) -> None:
    pixel = helper(tmp_path)
    result = await pixel.use("read_file", **arguments)
    assert not result.ok
    assert says in result.content
    assert "It takes: path, start_line (optional), lines (optional)." in result.content


async def test_a_result_is_cut_to_what_a_model_can_read(tmp_path: Path) -> None:
    from elisa.tools.base import MOST_CHARACTERS

    pixel = helper(tmp_path)
    for number in range(200):
        pixel.write(f"src/{number}.txt", ("needle " * 40 + "\n") * 200)
    for tool, arguments in (
        ("search_code", {"pattern": "needle"}),
        ("read_file", {"path": "src/1.txt"}),
        ("list_files", {}),
    ):
        assert len((await pixel.use(tool, **arguments)).content) < MOST_CHARACTERS + 200
