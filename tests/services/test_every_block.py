"""A nugget with every block type builds, with the workshop and with a scripted model; each block leaves a trace.

Each check looks at what the build left: files, versions, events, verdicts, and what it names as left out.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from elisa import wiring
from elisa.build.pipeline import Build
from elisa.build.setting import Grants, Setting
from elisa.core import events as happened
from elisa.providers.script import Script
from elisa.providers.scripted import ScriptedProvider
from elisa.services.neighbours import neighbours_of
from elisa.spec.neighbours import unmet
from elisa.spec.nugget import Nugget, NuggetSpec, Requirement, Style
from elisa.workshop.provider import WorkshopProvider
from support.building import planned, task, writes
from support.every_block import FIELDS, PROGRAM, write_every_block

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from elisa.core.events import Event
    from elisa.providers.base import Provider

E = TypeVar("E", bound="Event")
CATALOG = wiring.catalog()
HEAD = "import sys, pathlib\nsys.path.insert(0, str(pathlib.Path(__file__).parents[1]))\nimport pytest\n\n"
PAGE = '<!doctype html><html lang="en"><title>Road</title><body><p>Hedgehog</p></body></html>\n'
GUIDE = (
    "# How it works\n\nYou help a hedgehog over the road. Press the arrow keys. Mind the trucks, and collect stars.\n"
)
WISHES = 7


@dataclass
class Every:
    """What one build of the nugget did."""

    folder: Path
    provider: str
    spec: NuggetSpec
    events: list[Event] = field(default_factory=list)

    def of(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type[E], **values: object) -> E:
        fitting = [
            event for event in self.of(kind) if all(getattr(event, key) == value for key, value in values.items())
        ]
        assert len(fitting) == 1, fitting
        return fitting[0]

    def verdict(self, block: str) -> str:
        return [event.verdict for event in self.of(happened.RequirementJudged) if event.block_id == f"b {block}"][-1]

    def place(self, kind: type[Event], **values: object) -> int:
        """Return when an event came."""
        return next(
            number
            for number, event in enumerate(self.events)
            if isinstance(event, kind) and all(getattr(event, key) == value for key, value in values.items())
        )

    @property
    def left_out(self) -> dict[str, str]:
        return {event.what: event.reason for event in self.of(happened.LeftOut)}

    def text(self, path: str) -> str:
        return (self.folder / path).read_text("utf-8")

    def makers(self) -> set[str]:
        return {event.agent_name for event in self.of(happened.TaskFinished)}

    def maker_of(self, requirement_id: str) -> str:
        plan = self.of(happened.PlanReady)[-1]
        return next(one.id for one in plan.tasks if one.task_kind == "build" and requirement_id in one.requirement_ids)


def _tests() -> str:
    wanted = {number: f"import parts; assert {number} in parts.made" for number in range(WISHES)}
    cases = [
        f'@pytest.mark.requirement("req_{number}")\ndef test_{number}():\n    {code}\n'
        for number, code in wanted.items()
    ]
    marks = '@pytest.mark.requirement("req_0")\n@pytest.mark.proof("test_0")\n'
    proof = f"{marks}def test_proof():\n    import parts; assert parts.made\n"
    return HEAD + "\n\n".join([*cases, proof])


def _call(tool: str, **arguments: object) -> dict[str, Any]:
    return {"turns": [{"calls": [{"tool": tool, "arguments": arguments}]}]}


def _conversations() -> list[dict[str, Any]]:
    first = task("make", 0, agent_name="Mia")
    rest = task("more", *range(1, WISHES - 1), needs=("make",), agent_name="Mia")
    last = task("last", WISHES - 1, needs=("more",), agent_name="Mia")
    prove = task("prove", *range(WISHES), kind="test", agent_name="Tom", needs=("last",))
    guide = task("guide", kind="guide", agent_name="Cleo", needs=("last",))
    look = task("look", kind="review", agent_name="Rex", needs=("prove", "guide"))
    return [
        planned(first, rest, last, prove, guide, look),
        writes("make", {"index.html": PAGE, "parts.py": "made = [0]\n"}),
        writes("more", {"parts.py": "made = [0, 1, 2, 3, 4]\n"}),
        writes("last", {"parts.py": "made = [0, 1, 2, 3, 4, 6]\n"}),
        writes("prove", {"tests/test_all.py": _tests()}),
        writes("guide", {"README.md": GUIDE}),
        {"task": "loop-1-round-1", "turns": writes("x", {"parts.py": "made = [0, 1, 2, 3, 4, 5, 6]\n"})["turns"]},
        {"kind": "review", **_call("submit_verdict", verdict="approved", reason="Good.")},
        {"kind": "judge", **_call("submit_verdict", verdict="approved", reason="It holds.")},
        {"kind": "advise", **_call("submit_note", note="Draw it round.")},
        {"kind": "study", **_call("submit_cards", cards=[])},
        {"kind": "skill", **_call("submit_result", answer="Spike", done=True)},
    ]


def _build(folder: Path, provider: Provider) -> Every:
    write_every_block(folder / "nugget", CATALOG)
    opened = wiring.open_nugget(folder / "nugget")
    out = folder / "out"
    out.mkdir()
    (out / "door.py").write_text(PROGRAM, "utf-8")
    (out / "notes.txt").write_text("Hedgehogs sleep all winter.", "utf-8")
    every = Every(out, provider.name, opened.spec)
    grants = Grants(portals=frozenset({"door"}))
    setting = Setting(out, opened.spec, provider, yes=True, answers=("red",), own_files=opened.own_files, grants=grants)
    asyncio.run(Build(setting, every.events.append).run())
    return every


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Every:
    return _build(tmp_path_factory.mktemp("every") / "workshop", WorkshopProvider())


@pytest.fixture(scope="module")
def scripted(tmp_path_factory: pytest.TempPathFactory) -> Every:
    script = Script.model_validate({"conversations": _conversations()})
    return _build(tmp_path_factory.mktemp("every") / "scripted", ScriptedProvider(script))


def _is_proven(block: str) -> Callable[[Every], object]:
    return lambda every: every.verdict(block) == "proven"


def _is_left_out(words: str) -> Callable[[Every], object]:
    return lambda every: [what for what in every.left_out if words in what]


def _used(kind: str) -> Callable[[Every], object]:
    return lambda every: every.one(happened.PortalUsed, interaction=kind).output == f"the door hears {kind}\n"


def _stepped(step: str, result: str) -> Callable[[Every], object]:
    return lambda every: result in [one.result for one in every.of(happened.SkillStepped) if one.step == step]


def _loop(every: Every) -> object:
    """The workshop's plan has no such tasks, so the block is named; the scripted one goes round until it holds."""
    if every.provider == "workshop":
        return any("Going round" in what for what in every.left_out)
    judged = [one.verdict for one in every.of(happened.RoundJudged) if one.loop_id == "loop-1"]
    return every.of(happened.RoundStarted) and judged[0] == "needs_changes" and judged[-1] == "approved"


def _gate(every: Every) -> object:
    gate = every.one(happened.GateOpened, text="it is shown to my class")
    opened = every.place(happened.GateOpened, gate_id=gate.gate_id)
    first = every.place(happened.TaskFinished, task_id=every.maker_of("req_0"))
    last = max(number for number, event in enumerate(every.events) if isinstance(event, happened.TaskStarted))
    return first < opened < last


def _after(every: Every) -> object:
    """The work of the second gap begins when that of the first is in."""
    first, then = every.maker_of("req_0"), every.maker_of("req_1")
    return every.place(happened.TaskFinished, task_id=first) < every.place(happened.TaskStarted, task_id=then)


def _side_by_side(every: Every) -> object:
    return every.verdict("has_data") == every.verdict("constraint") == "proven"


def _proof(every: Every) -> object:
    """The proof is a test of its own in the folder, and it ran green."""
    files = [path for path in (every.folder / "tests").iterdir() if path.is_file()]
    named = [path for path in files if "test_0" in path.read_text("utf-8") and "proof" in path.read_text("utf-8")]
    of_wish = [one.status for one in every.of(happened.TestFinished) if one.requirement_id == "req_0"]
    return named and len(of_wish) >= 2 and of_wish[-1] == "passed"


def _learned(every: Every) -> object:
    return every.one(happened.StudyDeckMade).cards and (every.folder / ".elisa" / "study.json").exists()


def _packed(every: Every) -> object:
    path = every.one(happened.SourcePacked, title="Hedgehogs").path
    return "sleep all winter" in next((every.folder / ".elisa" / "backpack").iterdir()).read_text("utf-8") and path


def _advised(name: str) -> Callable[[Every], object]:
    def check(every: Every) -> object:
        moments = [one.moment for one in every.of(happened.AdviserNoted) if one.block_id == f"b {name}"]
        return moments == ["plan", "result"]

    return check


def _plan_gate(every: Every) -> object:
    """At this level the plan itself waits for a yes before anything is made."""
    others = [one for one in every.of(happened.GateOpened) if one.text != "it is shown to my class"]
    return others and every.place(happened.GateOpened) < every.place(happened.TaskStarted)


def _composed(every: Every) -> object:
    return "“weather” from another nugget" in every.left_out


def _provided(every: Every) -> object:
    """What a nugget gives is found by the one beside it: there, the need of it is met."""
    asks = {"type": "nugget_requires", "id": "n", "fields": {"INTERFACE_NAME": "score", "INTERFACE_TYPE": "data"}}
    goal = {"type": "nugget_goal", "id": "g", "fields": {"GOAL_TEXT": "a board"}, "next": {"block": asks}}
    beside = every.folder.parent / "beside"
    beside.mkdir(exist_ok=True)
    (beside / "workspace.json").write_text(json.dumps({"blocks": {"languageVersion": 0, "blocks": [goal]}}), "utf-8")
    return not list(unmet(wiring.open_nugget(beside).spec, neighbours_of((beside,), CATALOG)))


CHECKS: Mapping[str, Callable[[Every], object]] = {
    "nugget_goal": lambda every: every.one(happened.BuildStarted).goal == "a hedgehog crosses the road",
    "nugget_template": lambda every: every.one(happened.PageServed),
    "write_guide": lambda every: "works" in (every.folder / "README.md").read_text("utf-8"),
    "feature": _is_proven("feature"),
    "when_then": _is_proven("when_then"),
    "has_data": _is_proven("has_data"),
    "constraint": _is_proven("constraint"),
    "behavioral_test": _proof,
    "timer_every": lambda every: every.verdict("timer_every") == every.verdict("stars") == "proven",
    "look_like": lambda every: every.provider == "scripted" or 'look "space"' in every.text("look.css"),
    "personality": lambda every: every.spec.style is not None and every.spec.style.personality == "cheerful",
    "use_skill": lambda every: every.one(happened.SkillFinished, skill_id="hero").output,
    "use_rule": lambda every: {one.name for one in every.of(happened.RuleChecked)} == {"Be kind"},
    "portal_tell": _used("tell"),
    "portal_ask": _used("ask"),
    "portal_when": lambda every: _used("when")(every) and every.verdict("speed") == "proven",
    "agent_backpack": _packed,
    "backpack_source": _packed,
    "study_mode": _learned,
    "agent_builder": lambda every: "Mia" in every.makers(),
    "agent_tester": lambda every: "Tom" in every.makers(),
    "agent_reviewer": lambda every: every.one(happened.ReviewFinished).agent_name == "Rex",
    "agent_custom": lambda every: "Cleo" in every.makers(),
    "team_member": _advised("team_member"),
    "team_member_custom": _advised("team_member_custom"),
    "first_then": _after,
    "at_same_time": _side_by_side,
    "keep_improving": lambda every: [
        one
        for one in every.of(happened.RoundJudged)
        if one.block_id == "b keep_improving" and one.verdict == "approved"
    ],
    "feedback_loop": _loop,
    "check_with_me": _gate,
    "system_level": _plan_gate,
    "nugget_provides": _provided,
    "nugget_requires": _composed,
    "deploy_web": lambda every: every.one(happened.PageServed).url,
    "deploy_esp32": _is_left_out("Putting it on the board"),
    "deploy_both": lambda every: every.one(happened.PageServed).url and _is_left_out("Putting it on the board")(every),
    "deploy_runtime": _is_left_out("http://127.0.0.1:9"),
    "runtime_config": _is_left_out("Robo"),
    **{
        kind: _is_left_out(f"b {kind}")
        for kind in (
            "heltec_blink", "heltec_sensor_node", "heltec_gateway", "cloud_dashboard", "esp32_s3_box3_agent",
            "esp32_s3_box3_display",
        )
    },
    "skill_flow_start": lambda every: every.one(happened.SkillStarted, skill_id="hero"),
    "skill_ask_user": lambda every: every.one(happened.QuestionAsked).options == ("red", "blue"),
    "skill_branch_if": lambda every: not every.one(happened.SkillStepped, step="branch").skipped,
    "skill_set_context": _stepped("set_context", "warm red"),
    "skill_run_agent": lambda every: (every.provider == "workshop"
    and any("A step of the skill" in what for what in every.left_out))
    or _stepped("run_agent", "Spike")(every),
    "skill_invoke": _stepped("invoke_skill", "round shapes"),
    "skill_output": _stepped("output", "The hero is warm red; round shapes."),
}  # fmt: skip


def test_the_nugget_holds_every_block_type_of_the_catalog(tmp_path: Path) -> None:
    assert write_every_block(tmp_path / "n", CATALOG) == set(CATALOG.blocks), "put the new block into the nugget"
    assert set(CHECKS) == set(CATALOG.blocks), "say how the new block shows"
    assert set(FIELDS) <= set(CATALOG.blocks)


@pytest.mark.parametrize("block", sorted(CATALOG.blocks))
def test_with_the_workshop_the_block_shows_in_the_result(workshop: Every, block: str) -> None:
    assert CHECKS[block](workshop)


@pytest.mark.parametrize("block", sorted(CATALOG.blocks))
def test_with_a_model_the_block_shows_in_the_result(scripted: Every, block: str) -> None:
    assert CHECKS[block](scripted)


@pytest.mark.parametrize("built", ["workshop", "scripted"])
def test_the_build_is_done_and_everything_that_runs_is_green(built: str, request: pytest.FixtureRequest) -> None:
    every: Every = request.getfixturevalue(built)
    final = every.one(happened.BuildFinished)
    assert (final.outcome, final.failed) == ("done", 0)


async def test_the_template_the_look_and_the_mood_decide_what_the_workshop_draws(tmp_path: Path) -> None:
    wish = Requirement(type="feature", description="a list of my favourite planets", id="req_0")
    drawn = {}
    seen: list[Event] = []
    for kind, style in (("website", None), ("game", Style(personality="dark and techy like a computer"))):
        folder = tmp_path / kind
        folder.mkdir()
        spec = NuggetSpec(
            nugget=Nugget(goal="a hedgehog crosses the road", type=kind), style=style, requirements=[wish]
        )
        await Build(Setting(folder, spec, WorkshopProvider()), seen.append).run()
        drawn[kind] = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if ".elisa" not in path.parts}
    assert "game/stage.js" in drawn["game"]
    assert "game/stage.js" not in drawn["website"]
    assert 'look "dark and techy"' in (tmp_path / "game" / "look.css").read_text("utf-8")
