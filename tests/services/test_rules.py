"""Skills by category and rules by trigger: who hears which, what is checked after a task, what is ticked off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from elisa.build.guidance import spec_for
from elisa.build.people import GateAnswer
from elisa.core.events import ChecklistShown, GateOpened, PageServed, RuleChecked, TaskStarted
from elisa.spec.nugget import Gate, NuggetSpec, RuleUse, SkillUse, Workflow
from support.building import Built, build, finished, planned, task, tree_of, wishes, writes
from support.people import Child

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.data_block import DataKind

SKILLS = [
    SkillUse(id=f"s-{category}", name=f"{category} skill", prompt="p", category=category)
    for category in ("agent", "feature", "style")
]
RULES = [
    RuleUse(id=f"r-{trigger}", name=f"{trigger} rule", prompt="p", trigger=trigger)
    for trigger in ("always", "on_task_complete", "on_test_fail", "before_deploy")
]
SPEC = NuggetSpec(skills=SKILLS, rules=RULES)


@pytest.mark.parametrize(
    ("kind", "skills", "rules"),
    [
        ("plan", "agent feature style", "always on_task_complete on_test_fail before_deploy"),
        ("build", "agent feature style", "always on_task_complete"),
        ("fix", "agent feature style", "always on_task_complete"),
        ("test", "agent feature", "always on_task_complete"),
        ("review", "agent feature style", "always"),
        ("guide", "agent style", "always on_task_complete"),
        ("judge", "agent feature style", "always on_task_complete"),
        ("skill", "agent", "always"),
    ],
)
def test_each_prompt_carries_the_skills_and_rules_that_are_for_it(kind: DataKind, skills: str, rules: str) -> None:
    given = spec_for(kind, SPEC, {})
    assert [one.category for one in given.skills or ()] == skills.split()
    assert [one.trigger for one in given.rules or ()] == rules.split()


def test_a_rule_for_failing_tests_comes_only_where_tests_fail() -> None:
    given = spec_for("fix", SPEC, {"failing_tests": {"adds": "3 != 4"}})
    assert "on_test_fail" in [one.trigger for one in given.rules or ()]


def test_steps_of_a_skill_and_skills_for_other_skills_are_in_no_prompt() -> None:
    inner = SkillUse(id="i", name="Inner", prompt="p", invoked_by="c")
    outer = SkillUse(id="c", name="Steps", category="composite", workspace={"blocks": {}})
    given = spec_for("build", NuggetSpec(skills=[outer, inner]), {}).skills or []
    assert [(one.id, one.workspace) for one in given] == [("c", None)]


RED = (
    'import pytest\n\n@pytest.mark.requirement("req_0")\ndef test_it():\n'
    "    import pathlib\n    assert (pathlib.Path(__file__).parents[1] / 'b.txt').exists()\n"
)


async def test_a_rule_for_failing_tests_reaches_the_fix_and_nobody_else(tmp_path: Path) -> None:
    rule = RuleUse(id="r", name="Calm", prompt="Say what was wrong first", trigger="on_test_fail")
    talk = [
        planned(task("a", 0)),
        writes("a", {"a.txt": "1", "tests/test_it.py": RED}),
        writes("fix-1", {"b.txt": "1"}, sees=["Say what was wrong first"]),
    ]
    built = await build(tmp_path / "n", wishes(1, rules=[rule]), talk)
    assert finished(built).outcome == "done"


DONE = RuleUse(id="r", name="Big words", prompt="Words are big", trigger="on_task_complete")
SHORT = RuleUse(id="r2", name="Short names", prompt="Names are short", trigger="on_task_complete")


def checks(task_id: str, verdict: str, reason: str, *broken: str) -> dict[str, Any]:
    arguments = {"verdict": verdict, "reason": reason, "broken": list(broken)}
    call = {"tool": "submit_verdict", "arguments": arguments}
    return {"kind": "judge", "task": f"{task_id}-rules", "turns": [{"calls": [call], "sees": ["Words are big"]}]}


def checked(built: Built) -> list[tuple[str, str, str]]:
    return [(event.task_id, event.name, event.verdict) for event in built.of(RuleChecked)]


def named(built: Built) -> list[tuple[str, str]]:
    return [(one.what, one.reason) for one in finished(built).left_out]


async def test_a_rule_for_finished_tasks_is_in_the_prompt_checked_after_each_and_shown_in_the_result(
    tmp_path: Path,
) -> None:
    built = await build(
        tmp_path / "n",
        wishes(2, rules=[DONE, SHORT]),
        [
            planned(task("a", 0), task("b", 1, needs=("a",))),
            writes("a", {"a.txt": "1"}, sees=["Words are big"]),
            writes("b", {"b.txt": "1"}),
            checks("a", "approved", "all fine"),
            checks("b", "needs_changes", "the title is tiny", "Big words"),
            {"kind": "fix", "task": "b-rule", "turns": [{"say": "I see nothing"}]},
        ],
    )
    assert checked(built) == [
        ("a", "Big words", "approved"), ("a", "Short names", "approved"),
        ("b", "Big words", "needs_changes"), ("b", "Short names", "approved"),
    ]  # fmt: skip
    assert named(built) == [("The rule “Big words”", "the title is tiny")]
    assert "The rule “Big words” is not kept yet. the title is tiny" in built.transcript


BREAKS = [
    planned(task("a", 0), task("b", 1, agent_name="Ben", needs=("a",)), agents=[
        {"name": "Ben", "role": "builder"}, {"name": "Builder", "role": "builder"},
    ]),
    writes("a", {"a.txt": "small"}),
    checks("a", "needs_changes", "the title is tiny", "Big words"),
    writes("b", {"b.txt": "1"}),
    checks("b", "approved", "fine"),
]  # fmt: skip


async def test_what_breaks_a_rule_goes_back_to_its_helper_once_with_the_words_before_others_build_on_it(
    tmp_path: Path,
) -> None:
    mends = writes("a-rule", {"a.txt": "BIG"}, sees=["the title is tiny", "Big words"])
    talk = [*BREAKS, mends, checks("a-rule", "approved", "big now")]
    built = await build(tmp_path / "n", wishes(2, rules=[DONE]), talk)
    started = [(event.task_id, event.agent_name) for event in built.of(TaskStarted)]
    assert started == [("a", "Builder"), ("a-rule", "Builder"), ("b", "Ben")]
    assert (built.folder / "a.txt").read_text("utf-8") == "BIG"
    assert named(built) == []


async def test_what_breaks_a_rule_still_is_named_and_good_work_after_it_hides_nothing(tmp_path: Path) -> None:
    talk = [*BREAKS, writes("a-rule", {"a.txt": "bigger"}), checks("a-rule", "needs_changes", "still too small")]
    built = await build(tmp_path / "n", wishes(2, rules=[DONE]), talk)
    assert [event.task_id for event in built.of(TaskStarted)] == ["a", "a-rule", "b"]
    assert named(built) == [("The rule “Big words”", "still too small")]


async def test_a_build_that_ended_before_a_rule_was_mended_goes_on_with_that(tmp_path: Path) -> None:
    spec = wishes(1, rules=[DONE])
    breaks = [planned(task("a", 0)), *BREAKS[1:3]]
    fails = {"task": "a-rule", "turns": [{"error": {"code": "providers.broke_off"}}]}
    first = await build(tmp_path / "n", spec, [*breaks, fails])
    assert ("The rule “Big words”", "the title is tiny") in named(first)
    talk = [writes("a-rule", {"a.txt": "BIG"}, attempt=1), checks("a-rule", "approved", "big now")]
    built = await build(tmp_path / "n", spec, talk, resume=True)
    assert [event.task_id for event in built.of(TaskStarted)] == ["a-rule"]
    assert named(built) == []


async def test_rules_that_nobody_could_look_at_because_the_budget_was_used_up_are_named(tmp_path: Path) -> None:
    talk = [planned(task("a", 0)), writes("a", {"a.txt": "1"})]
    talk[1]["turns"][1]["usage"] = [90_000, 0]
    built = await build(tmp_path / "n", wishes(1, rules=[DONE]), talk, budget_tokens=60_000)
    assert finished(built).outcome == "budget"
    assert [one.what for one in finished(built).left_out] == ["Check the rules"]


async def test_a_rule_that_nobody_can_judge_is_not_called_kept(tmp_path: Path) -> None:
    talk = [planned(task("a", 0)), writes("a", {"a.txt": "1"}), checks("a", "cannot_judge", "I have no eyes")]
    built = await build(tmp_path / "n", wishes(1, rules=[DONE]), talk)
    assert checked(built) == [("a", "Big words", "cannot_judge")]
    assert [one.reason for one in finished(built).left_out] == ["I have no eyes"]


PAGE = {"index.html": '<!doctype html><html lang="en"><title>Hi</title><body>Hello</body></html>'}
TICK = RuleUse(id="t", name="No names", prompt="No real names", trigger="before_deploy", block_id="rule-1")
PLAN = [planned(task("a")), writes("a", PAGE)]


async def test_the_checklist_waits_for_a_person_before_anything_goes_out(tmp_path: Path) -> None:
    child = Child(GateAnswer(approved=True))
    built = await build(tmp_path / "n", wishes(0, rules=[TICK]), PLAN, people=child)
    (opened,) = built.of(GateOpened)
    assert (opened.text, opened.block_id) == ("Before it goes out, is all of this so? No real names", "rule-1")
    kinds = [type(event) for event in built.events]
    assert kinds.index(ChecklistShown) < kinds.index(GateOpened) < kinds.index(PageServed)


async def test_no_at_the_checklist_keeps_it_in(tmp_path: Path) -> None:
    child = Child(GateAnswer(approved=False))
    built = await build(tmp_path / "n", wishes(0, rules=[TICK]), PLAN, people=child)
    assert built.of(PageServed) == []
    assert [one.reason for one in finished(built).left_out] == ["You said no there."]


async def test_what_is_wanted_at_the_checklist_is_done_before_the_list_comes_again(tmp_path: Path) -> None:
    child = Child(GateAnswer(approved=False, feedback="take Ann out"), GateAnswer(approved=True))
    talk = [*PLAN, writes("revise-1", {"b.txt": "1"}, sees=["take Ann out"])]
    built = await build(tmp_path / "n", wishes(0, rules=[TICK]), talk, people=child)
    assert [event.task_id for event in built.of(TaskStarted)] == ["a", "revise-1"]
    assert len(built.of(ChecklistShown)) == 2
    assert built.of(PageServed)


async def test_yes_ticks_the_list_off_and_without_anybody_it_is_shown_and_never_waits(tmp_path: Path) -> None:
    with_yes = await build(tmp_path / "yes", wishes(0, rules=[TICK]), PLAN, yes=True)
    assert finished(with_yes).left_out == ()
    alone = await build(tmp_path / "alone", wishes(0, rules=[TICK]), PLAN)
    assert alone.of(PageServed)
    assert alone.of(GateOpened) == []
    assert [one.what for one in finished(alone).left_out] == ["The checklist before it goes out"]


async def test_pitfall_22_each_gate_waits_at_its_own_place_with_its_own_text(tmp_path: Path) -> None:
    gates = [
        Gate(id="gate_0", text="Begin?", after=[], before=["req_0", "req_1"], block_id="g0"),
        Gate(id="gate_1", text="Is the hero right?", after=["req_0"], before=["req_1"], block_id="g1"),
        Gate(id="gate_2", text="All good?", after=["req_0", "req_1"], before=[], block_id="g2"),
    ]
    talk = [planned(task("a", 0), task("b", 1)), writes("a", {"a.txt": "1"}), writes("b", {"b.txt": "1"})]
    spec = wishes(2, workflow=Workflow(gates=gates))
    child = Child(*[GateAnswer(approved=True)] * 3)
    built = await build(tmp_path / "n", spec, talk, people=child)
    told = [event.text if isinstance(event, GateOpened) else event.task_id
            for event in built.events if isinstance(event, GateOpened | TaskStarted)]  # fmt: skip
    assert told == ["Begin?", "a", "Is the hero right?", "b", "All good?"]
    alone = await build(tmp_path / "alone", spec, talk[:1])
    assert finished(alone).outcome == "unanswered"
    assert tree_of(alone.folder) == {}
