"""The workshop on top of an earlier build: drawn anew, hand edits kept, what goes is gone; and what it can mend."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from elisa.build.pipeline import Build
from elisa.build.setting import Setting
from elisa.core.events import BuildFinished, RequirementJudged
from elisa.spec.nugget import Nugget, NuggetSpec, Requirement
from elisa.workshop.provider import WorkshopProvider
from elisa.workspace.versions import Versions
from support.building import tree_of

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.core.events import Event

KEYS = "the hedgehog moves with the arrow keys"
STARS = "collect stars for points"
TRUCKS = "avoid the trucks"


def spec(*words: str) -> NuggetSpec:
    requirements = [
        Requirement(type="feature", description=text, id=f"req_{number}", block_id=f"block of {text}")
        for number, text in enumerate(words)
    ]
    return NuggetSpec(nugget=Nugget(goal="a hedgehog crosses the road", type="game"), requirements=requirements)


async def build(folder: Path, wanted: NuggetSpec, *, fix: str = "") -> tuple[BuildFinished, dict[str, str]]:
    """Build with the workshop; return the end and the verdict on each wish."""
    await asyncio.to_thread(folder.mkdir, exist_ok=True)
    events: list[Event] = []
    final = await Build(Setting(folder, wanted, WorkshopProvider(), fix=fix), events.append).run()
    assert isinstance(final, BuildFinished)
    return final, {event.wish: event.verdict for event in events if isinstance(event, RequirementJudged)}


async def test_a_new_wish_comes_in_and_one_that_is_taken_away_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    final, first = await build(folder, spec(KEYS, STARS))
    assert (final.outcome, first) == ("done", {KEYS: "proven", STARS: "proven"})
    alone = tree_of(folder)
    final, second = await build(folder, spec(KEYS, STARS, TRUCKS))
    assert (final.outcome, second) == ("done", {KEYS: "proven", STARS: "proven", TRUCKS: "proven"})
    both = tree_of(folder)
    final, third = await build(folder, spec(KEYS, TRUCKS))
    assert (final.outcome, third) == ("done", {KEYS: "proven", TRUCKS: "proven"})
    await build(tmp_path / "fresh", spec(KEYS, TRUCKS))
    assert tree_of(folder) == tree_of(tmp_path / "fresh")
    assert final.left_out == ()
    Versions(folder).undo()
    assert tree_of(folder) == both
    final, back = await build(folder, spec(KEYS, STARS))
    assert back == {KEYS: "proven", STARS: "proven"}
    assert tree_of(folder) == alone, "the same blocks make the same nugget, whichever way they came"


async def test_hand_edits_stay_in_what_is_drawn_anew(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    await build(folder, spec(KEYS, STARS))
    page = folder / "index.html"
    text = page.read_text("utf-8")
    mine = text.replace("</body>", "<p>made by Kim</p>\n</body>", 1)
    page.write_text(mine, "utf-8")
    final, verdicts = await build(folder, spec(KEYS, STARS, TRUCKS))
    assert verdicts == {KEYS: "proven", STARS: "proven", TRUCKS: "proven"}
    told = {event.what: event.reason for event in final.left_out}
    now = page.read_text("utf-8")
    assert "<p>made by Kim</p>" in now
    assert [line for line in now.splitlines() if "<script src" in line and now.count(line) > 1] == []
    assert set(told) <= {"index.html"}
    Versions(folder).undo()
    assert page.read_text("utf-8") == mine


async def test_a_part_that_a_hand_broke_is_drawn_again_and_a_wish_in_words_is_refused_honestly(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    await build(folder, spec(KEYS, STARS))
    whole = tree_of(folder)
    final, _ = await build(folder, spec(KEYS, STARS), fix="the score does not reset")
    assert final.outcome == "nothing_made", "it cannot, and says so"
    assert tree_of(folder) == whole
    script = next(path for path in sorted(folder.rglob("*.js")) if "tests" not in path.parts)
    script.write_text(script.read_text("utf-8").replace("(", "((", 1), "utf-8")
    final, verdicts = await build(folder, spec(KEYS, STARS), fix="nothing moves any more")
    assert tree_of(folder) == whole
    assert final.outcome == "done"
    assert verdicts["nothing moves any more"] == "not_tested", "nobody proved the words"
    named = script.relative_to(folder).as_posix()
    assert [event.what for event in final.left_out if "by hand" in event.reason] == [named]


@pytest.mark.parametrize("kind", ["website", "tool"])
async def test_the_other_kits_go_on_in_the_same_way(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "n"
    wanted = {"website": ["a heading about cats", "a list of cat names"], "tool": ["a counter", "a timer"]}[kind]
    nugget = Nugget(goal="a page about cats" if kind == "website" else "a helper for my desk", type=kind)
    short, long = (spec(*words).model_copy(update={"nugget": nugget}) for words in (wanted[:1], wanted))
    await build(folder, short)
    alone = tree_of(folder)
    await build(folder, long)
    assert tree_of(folder) != alone
    final, _ = await build(folder, short)
    assert tree_of(folder) == alone
    assert [event for event in final.left_out if event.requirement_id is None] == []


@pytest.mark.soak
async def test_another_kind_leaves_nothing_of_the_one_before(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    await build(folder, spec(KEYS, STARS))
    (folder / "mine.txt").write_text("mine", "utf-8")
    wanted = spec("show a picture of a hedgehog", "tell about hedgehogs")
    for name, goal, kind in (("site", "all about hedgehogs", "website"), ("game", "a quiz", "game"),
                             ("script", "a python quiz", "game"), ("last", "a quiz", "game")):  # fmt: skip
        wanted.nugget = Nugget(goal=goal, type=kind)
        final, _ = await build(folder, wanted)
        await build(tmp_path / name, wanted)
        assert tree_of(folder).keys() - {"mine.txt"} == tree_of(tmp_path / name).keys()
        assert final.outcome != "nothing_made"
    Versions(folder).undo()
    assert tree_of(folder).keys() - {"mine.txt"} == tree_of(tmp_path / "script").keys()


async def test_what_is_as_it_was_drawn_is_not_said_to_be_drawn_again(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    wanted = spec("run left and right with the arrow keys", "let acorns fall from the oak tree")
    await build(folder, wanted)
    assert max(len(line) for path in folder.rglob("*.svg") for line in path.read_text("utf-8").splitlines()) > 1000
    await build(folder, wanted, fix="le score ne revient pas")
    said = (folder / ".elisa" / "comms" / "mend-it.md").read_text("utf-8")
    assert "put it back" not in said
    assert "drew it again" not in said
