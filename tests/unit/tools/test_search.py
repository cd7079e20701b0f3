from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from elisa.core.events import ToolCalled
from support.helpers_at_work import helper

if TYPE_CHECKING:
    from pathlib import Path


async def test_search_code_names_file_line_and_text(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    pixel.write("src/game.js", "const a = 1;\nfunction Jump() {}\n")
    pixel.write("picture.png", b"\0\1function")
    assert (await pixel.use("search_code", pattern=r"function \w+")).content == "src/game.js:2: function Jump() {}"
    assert (await pixel.use("search_code", pattern="JUMP", ignore_case=True, path="src")).ok
    assert "Nothing" in (await pixel.use("search_code", pattern="JUMP")).content
    assert (
        await pixel.use("search_code", pattern="const", path="src/game.js")
    ).content == "src/game.js:1: const a = 1;"


@pytest.mark.parametrize(
    "pattern",
    ["(a|aa)+$", "^(a+)+$", "(a*)*b", "(x+x+)+y", "(.*)*(.*)*(.*)*=", "a{1000}{1000}", "(?:a{999}){999}", "(" * 200],
)
async def test_no_pattern_takes_long(tmp_path: Path, pattern: str) -> None:
    pixel = helper(tmp_path)
    pixel.write("a.txt", "a" * 100_000 + "\n" + "x" * 100_000)
    async with asyncio.timeout(10):
        await pixel.use("search_code", pattern=pattern)


@pytest.mark.parametrize("pattern", ["(", "(?=a)", r"(a)\1", "[z-a]"])
async def test_a_pattern_that_does_not_work_is_explained(
    tmp_path: Path, pattern: str, capfd: pytest.CaptureFixture[str]
) -> None:
    pixel = helper(tmp_path)
    result = await pixel.use("search_code", pattern=pattern)
    assert not result.ok
    assert "pattern does not work" in result.content
    assert capfd.readouterr().err == ""


async def test_find_references_knows_words_of_the_language(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    pixel.write("game.js", "// start here\nfunction start() {}\nrestart();\nstart();\n")
    pixel.write("index.html", '<button id="start">start</button><script src="game.js"></script>')
    pixel.write("test_x.py", "def test():\n    start = 1\n")
    found = (await pixel.use("find_references", name="start")).content.splitlines()
    assert found == [
        "game.js:2: function start() {} (defined here)",
        "game.js:4: start();",
        'index.html:1: <button id="start">start</button><script src="game.js"></script>',
        "test_x.py:2: start = 1",
    ]


async def test_stop_ends_a_search_at_once(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    for number in range(50):
        pixel.write(f"{number}.txt", "words and more words\n" * 5_000)
    searching = asyncio.create_task(pixel.use("search_code", pattern="nothing like this"))
    await asyncio.sleep(0)
    assert pixel.of(ToolCalled)
    searching.cancel()
    async with asyncio.timeout(1):
        with pytest.raises(asyncio.CancelledError):
            await searching
