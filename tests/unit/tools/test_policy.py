from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elisa.core.events import ToolBlocked
from elisa.spec.plan import AgentProfile
from elisa.tools.packages import Packages
from elisa.tools.policy import Policy, matches
from support.helpers_at_work import helper

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_reviewer_has_no_writing_tool_and_cannot_use_one(tmp_path: Path) -> None:
    pixel = helper(tmp_path, Policy("reviewer"))
    offered = {definition.name for definition in pixel.toolbox.definitions}
    assert not offered & {"write_file", "git_commit", "install_package"}
    assert {"read_file", "run_tests", "ask_user"} <= offered
    result = await pixel.use("write_file", path="index.html", content="mine")
    assert not result.ok
    assert pixel.of(ToolBlocked)
    assert not (pixel.root / "index.html").exists()


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("tests/a.test.js", True),
        ("tests/deep/test_b.py", True),
        ("src/tests/a.js", False),
        ("index.html", False),
        ("tests", False),
        ("testsuite/a.js", False),
    ],
)
async def test_a_tester_writes_only_tests(tmp_path: Path, path: str, allowed: bool) -> None:
    pixel = helper(tmp_path, Policy("tester"))
    result = await pixel.use("write_file", path=path, content="x")
    assert result.ok is allowed
    assert (pixel.root / path).exists() is allowed


async def test_a_reviewer_keeps_and_installs_nothing(tmp_path: Path) -> None:
    kept: list[str] = []

    async def commit(message: str) -> str:
        kept.append(message)
        return "Kept."

    packages = Packages(tmp_path / "packages")
    pixel = helper(tmp_path, Policy("reviewer", may_install=True), commit=commit, packages=packages)
    assert not (await pixel.use("git_commit", message="mine")).ok
    assert "role" in (await pixel.use("install_package", package="rich")).content
    assert kept == []
    assert not packages.folder.exists()


async def test_a_tester_cannot_write_through_a_link_out_of_tests(tmp_path: Path) -> None:
    pixel = helper(tmp_path, Policy("tester"))
    pixel.write("src/game.js", "the game")
    (pixel.root / "tests").symlink_to(pixel.root / "src")
    assert not (await pixel.use("write_file", path="tests/game.js", content="mine")).ok
    assert (pixel.root / "src" / "game.js").read_text() == "the game"


async def test_a_plan_narrows_where_a_builder_writes_and_restrictions_win(tmp_path: Path) -> None:
    profile = AgentProfile(
        name="Pixel",
        role="custom",
        allowed_paths=("src/**", "*.html"),
        restricted_paths=("src/engine/", "Src/Secret.js"),
    )
    pixel = helper(tmp_path, Policy.of(profile))
    assert (await pixel.use("write_file", path="src/deep/game.js", content="x")).ok
    assert (await pixel.use("write_file", path="index.html", content="x")).ok
    for path in ("style.css", "docs/index.html", "src/engine/loop.js", "src/secret.js"):
        assert not (await pixel.use("write_file", path=path, content="x")).ok, path
    assert len(pixel.of(ToolBlocked)) == 4


@pytest.mark.parametrize(
    ("path", "glob", "fits"),
    [
        ("src/a.js", "src/*.js", True),
        ("src/b/a.js", "src/*.js", False),
        ("src/b/a.js", "src/**/*.js", True),
        ("src/a.js", "src/**/*.js", True),
        ("a.js", "**/*.js", True),
        ("src/b/c/d", "src", True),
        ("src/b/c/d", "./src/", True),
        ("source/a.js", "src", False),
        ("a.js", "**", True),
        ("a/" * 40 + "b", "**/" * 40 + "x", False),
        ("a" * 150, "*a" * 60 + "b", False),
    ],
)
def test_globs(path: str, glob: str, fits: bool) -> None:
    assert matches(path, (glob,)) is fits
