"""Whatever a child writes: no crash, no silence. Each wish has a part or a reason, and the plan can be built."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elisa.build.plan_check import find_faults
from elisa.build.plan_form import PlanForm
from elisa.workshop.kit import load_kit
from elisa.workshop.plan import make_plan as plan_of
from elisa.workshop.proofs.write import game_test, loose_proofs, requirement_tests
from elisa.workshop.provider import WorkshopProvider
from elisa.workshop.understand.reader import understand
from unit.workshop.drive import drive, make_plan
from unit.workshop.wishing import spec_of

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import NuggetSpec

WORDS = """
cat dog hedgehog acorns stars wumpus fish shark heart hearts lives score points time clock level faster
slower sound music fall falls catch dodge avoid collect hit hits lose win start end again pause jump move
left right arrow keys mouse and or not no never a the when then with in of 3 five 30 100 seconds night
forest space red blue quiz question answer right wrong say sparkle bigger every game shoot photo friends
best keep un chat évite des étoiles pas sans perdre vie , . ; ! ? “Ouch” 🦔 寿司 どんぐり
"""
sentences = st.lists(st.sampled_from(WORDS.split()), max_size=9).map(" ".join)
wishes = st.one_of(
    sentences,
    st.tuples(st.sampled_from(["constraint", "data", "timer", "feature"]), sentences),
    st.tuples(st.just("when_then"), sentences, sentences),
)

ODD = [
    "",
    " ",
    "?",
    "🦔",
    "🦔🦔🦔🦔🦔",
    "a",
    "game",
    "GAME",
    "a game",
    "A GAME WHERE A CAT DODGES DOGS!!!",
    "cat",
    "x" * 2000,
    "cat " * 500,
    "🌰 " * 400,
    "מִשְׂחָק עִם חָתוּל",
    "لعبة القط",
    "猫がねずみをよける",
    "ねこ",
    "игра про кота",
    "κ",
    "1234567890",
    "0",
    "-1",
    "1e309 cats dodge 1e309 dogs",
    "NaN",
    "null",
    "undefined",
    "</script>",
    "<img src=x onerror=alert(1)>",
    "{{title}}",
    "${alert(1)}",
    "*/ alert(1) /*",
    "-->",
    "\\",
    '"',
    "'",
    "`",
    "\u2028",
    "\u202egnp.exe",
    "\x00\x01",
    "%s %d",
    "../../etc/passwd",
    "constructor dodges prototype",
    "__proto__ catches toString",
    "game dodges stage",
    "hero catches window",
    "keys dodge score",
    "a cat dodges a cat",
    "dodge dodge dodge",
    "no cats, no dogs, nothing",
    "a game without anything",
    "quiz",
    "a quiz about ?",
    "make me a clone of every game ever made with 3D, multiplayer and a shop",
]


def check(spec: NuggetSpec) -> None:
    design = understand(spec, "en")
    assert [item.id for item in design.understood] == [need.id for need in spec.requirements]
    for item in design.understood:
        assert bool(item.wishes) != bool(item.left_out), item
        assert all(design.part(wish.part) for wish in item.wishes), item
        assert bool(requirement_tests(design, item.id)) == bool(item.wishes)
    assert all(bool(proof.check) != bool(proof.not_possible) for proof in design.proofs)
    assert game_test(design)
    loose_proofs(design)
    plan = plan_of(design, spec, load_kit())
    assert find_faults(PlanForm.model_validate(plan), spec) == []
    makers = [name for task in plan["tasks"] if task["kind"] == "build" for name in task["requirement_ids"]]
    assert len(makers) == len(set(makers))


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(
    goal=sentences,
    texts=st.lists(wishes, max_size=6),
    proofs=st.lists(st.tuples(sentences, sentences), max_size=3),
    kind=st.sampled_from(["game", "general", "website", "story", "tool", "hardware"]),
    after=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=4),
)
def test_each_wish_has_a_part_or_a_reason(
    goal: str,
    texts: list[str | tuple[str, str] | tuple[str, str, str]],
    proofs: list[tuple[str, str]],
    kind: str,
    after: list[tuple[int, int]],
) -> None:
    owned = tuple((when or "wait", then or "score", "req_0") for when, then in proofs)
    spec = spec_of(goal, *texts, kind=kind, proofs=owned if texts else ())
    for later, earlier in after:
        if earlier < later < len(texts):
            spec.requirements[later].after.append(f"req_{earlier}")
    check(spec)


@pytest.mark.parametrize("words", ODD, ids=range(len(ODD)))
async def test_odd_words_are_built_like_any_others(words: str, tmp_path: Path) -> None:
    spec = spec_of(
        words[:2000], words[:2000], ("when_then", words[:500] or "x", words[:500] or "x"), ("data", words[:2000])
    )
    check(spec)
    driven = await drive(WorkshopProvider(), spec, tmp_path)
    assert (driven.tree / "index.html").is_file()
    assert [one.content for job in driven.jobs.values() for one in job.results if not one.ok] == []


async def test_the_longest_spec_is_read_in_time() -> None:
    long = "the hedgehog avoids every acorn and loses a heart when it is hit " * 30
    spec = spec_of(long, *[f"{place} {long}"[:2000] for place in range(50)])
    started = time.process_time()
    plan = await make_plan(WorkshopProvider(), spec)
    assert len(plan.tasks) <= 40
    assert time.process_time() - started < 3
