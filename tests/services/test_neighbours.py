"""Nuggets of one folder: a need that nobody fills is a problem on its block; what fills one reaches the helpers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa import wiring
from elisa.services.request import BuildRequest
from elisa.spec.neighbours import Neighbour, Offer
from elisa.spec.nugget import Composition, Interface
from support.building import build, finished, planned, task, wishes, writes
from support.nuggets import stack, write_nugget

if TYPE_CHECKING:
    from pathlib import Path


def provides(name: str, kind: str = "data") -> tuple[str, dict[str, str]]:
    return "nugget_provides", {"INTERFACE_NAME": name, "INTERFACE_TYPE": kind}


def requires(name: str, kind: str = "data") -> tuple[str, dict[str, str]]:
    return "nugget_requires", {"INTERFACE_NAME": name, "INTERFACE_TYPE": kind}


def problems(source: Path) -> list[tuple[str, str | None]]:
    codes = ("missing_interface", "interface_type")
    return [(one.code, one.block_id) for one in wiring.open_nugget(source).problems if one.code in codes]


def nugget(folder: Path, name: str, *blocks: tuple[str, dict[str, str]]) -> Path:
    return write_nugget(folder / name, stack(*blocks))


def test_a_need_that_a_neighbour_fills_is_no_problem(tmp_path: Path) -> None:
    nugget(tmp_path, "scores", provides("High Scores"))
    game = nugget(tmp_path, "game", requires("high  scores"))
    assert problems(game) == []
    assert problems(game / "workspace.json") == []


def test_a_missing_or_mistyped_need_is_a_problem_on_its_block(tmp_path: Path) -> None:
    nugget(tmp_path, "scores", provides("scores", "event"))
    game = nugget(tmp_path, "game", requires("scores"), requires("weather"))
    assert problems(game) == [("interface_type", "block-0"), ("missing_interface", "block-1")]


def test_a_nugget_is_no_neighbour_of_itself_and_odd_things_beside_it_harm_nothing(tmp_path: Path) -> None:
    game = nugget(tmp_path, "game", requires("scores"), provides("scores"))
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "workspace.json").write_text("[", encoding="utf-8")
    (tmp_path / "odd.elisa").write_bytes(b"no zip")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert problems(game) == [("missing_interface", "block-0")]


def test_a_packed_nugget_is_a_neighbour_too(tmp_path: Path) -> None:
    scores = nugget(tmp_path, "s", provides("scores"))
    wiring.pack_nugget(scores, tmp_path / "scores.elisa")
    (scores / "workspace.json").unlink()
    assert problems(nugget(tmp_path, "game", requires("scores"))) == []


def test_neighbours_of_where_it_is_built_count_too(tmp_path: Path) -> None:
    for folder in ("in", "out"):
        (tmp_path / folder).mkdir()
    nugget(tmp_path / "out", "scores", provides("scores"))
    game = nugget(tmp_path / "in", "game", requires("scores"))
    setting = wiring.setting_for(BuildRequest(source=game, out=tmp_path / "out" / "game", provider="workshop"))
    assert [one.nugget for one in setting.neighbours] == ["scores"]


def needs(name: str) -> Composition:
    return Composition(requires=[Interface(name=name, type="data", block_id="block-n")])


SCORES = Neighbour(
    nugget="scores", goal="a score board", offers=(Offer(name="scores", type="data"),), wishes=("it keeps ten names",)
)


async def test_the_providers_interface_reaches_the_helper_and_what_nobody_gives_is_left_out(tmp_path: Path) -> None:
    talk = [
        {**planned(task("a", 0)), "turns": [{"sees": ["a score board"], **planned(task("a", 0))["turns"][0]}]},
        writes("a", {"a.txt": "1"}, sees=["it keeps ten names"]),
    ]
    spec = wishes(1, composition=needs("scores"))
    built = await build(tmp_path / "n", spec, talk, neighbours=(SCORES,))
    assert finished(built).left_out == ()
    alone = await build(tmp_path / "m", spec, [planned(task("a", 0)), writes("a", {"a.txt": "1"})])
    assert [event.what for event in finished(alone).left_out] == ["“scores” from another nugget"]
