"""Python scripts of ready-made parts: what words ask for is there, is proven, and a child's words stay words."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elisa.build.plan_check import find_faults
from elisa.build.plan_form import PlanForm
from elisa.build.program import find_program, start_once
from elisa.spec.nugget import Documentation
from elisa.verify.run import run_tests
from elisa.workshop.crew_plan import plan_of
from elisa.workshop.kinds import kind_of
from elisa.workshop.kits.script.draw import draw
from elisa.workshop.kits.script.facts import literal
from elisa.workshop.kits.script.read import read_script
from elisa.workshop.kits.script.review import find_faults as faults_of_script
from elisa.workshop.kits.script.words import PROGRAMS
from elisa.workshop.provider import WorkshopProvider
from unit.workshop.drive import drive, files_of
from unit.workshop.test_kit_pages import assemble, prove
from unit.workshop.wishing import Wish, example, spec_of

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.blueprint import Blueprint

HOSTILE = "\"\"\" ''' \\ \\n {} {0} {title} %s %(x)s \n\r\t\x00 \u2028 🦔 [a] {{facts}} #"
CODE = "__import__('os').system('touch owned')"
NUGGETS: dict[str, tuple[Wish, ...]] = {
    "a Python program where I guess a number": (
        "between 1 and 20",
        "tell me if it is too high or too low",
        "I have 6 tries",
        ("when_then", "I win", "say 'Yay, you are a star!'"),
        ("constraint", "don't crash when I type letters"),
    ),
    "guess my number in python, hot and cold": (
        "hot or cold",
        "keep the best score",
        ("when_then", "I run out of tries", "say 'Oh no'"),
    ),
    "a quiz about planets in python": (
        "10 questions",
        "show the right answer when it is wrong",
        "my score at the end",
        "questions in random order",
    ),
    "a python quiz about my family": (
        "questions: How old is Tom? 9; What is our dog called? Bello",
        "say if my answer is right",
        ("when_then", "all answers are right", "say 'Genius!'"),
    ),
    "a text adventure in Python about a fox who looks for a golden key in a haunted castle": (
        "rooms to walk through",
        "pick up things",
        "a good ending and a bad ending",
        "a ghost that catches me",
        "ask for my name",
    ),
    "roll dice in python": ("two dice", "show the sum", ("when_then", "I roll a double", "say 'Double!'")),
    "dice statistics as a python script": ("three dice", "a bar chart", "the average", "roll many times"),
    "python hangman with animal words": (
        "words: elephant, giraffe, penguin",
        "8 lives",
        "draw the gallows",
        "say when I guess a letter twice",
    ),
    "rock paper scissors in Python": ("best of 5", "count the score", ("when_then", "I lose", "say 'Try again!'")),
    "rock paper scissors lizard spock python program": ("lizard and spock", "say who won"),
    "a todo list in the terminal with python": (
        "add tasks",
        "tick off tasks",
        "save to a file",
        "undo",
        ("data", "my tasks: feed cat, maths"),
    ),
    "a calculator in python": ("add and subtract", "multiply and divide", "don't divide by zero", "keep a history"),
    "a times tables trainer, python": ("the 7 times table", "ask 12 questions", "ask the wrong ones again"),
    "a python script for a secret code": ("encrypt my message", "decode it", "shift by 5", "let me choose the key"),
    "a python program that cracks a secret code": ("crack the code", "decode it"),
    "mad libs in python about my school": ("ask for a noun, a verb and an adjective", "a funny story"),
    "a python name generator for superheroes": ("make 5 names at once", "random names"),
    "a Python program that tells me what to cook": ("meals: pizza, soup, pasta", "pick one randomly"),
    "a Python joke teller": ("tell a random joke", ("when_then", "the joke is told", "say 'Ha ha'")),
    "several games in python: a quiz and hangman and dice": (
        "a menu",
        "play again",
        "quit at any time",
        "say hello",
        ("constraint", "no internet"),
    ),
}


def script(goal: str, *wishes: Wish, proofs: tuple[tuple[str, str, str], ...] = ()) -> Blueprint:
    return draw(spec_of(goal, *wishes, kind="tool", proofs=proofs), "en")


def checks_of(goal: str, wish: Wish) -> list[str]:
    """What proves the only wish: features, and events with their words."""
    found = read_script(spec_of(goal, wish, kind="tool"), "en").wishes[0]
    return [check.event or check.feature for check in found.checks]


def modules(blueprint: Blueprint) -> dict[str, str]:
    tests = {path: text for files in blueprint.tests.values() for path, text in files.items()}
    own = {path: text for piece in blueprint.pieces for path, text in piece.files.items()}
    return own | tests | blueprint.whole_tests


def test_every_program_is_asked_for_by_some_nugget() -> None:
    named = {kind for goal, wishes in NUGGETS.items() for kind in read_script(spec_of(goal, *wishes), "en").programs}
    assert named == set(PROGRAMS)


@pytest.mark.parametrize("goal", NUGGETS)
def test_everything_that_such_a_nugget_wishes_is_carried_out(goal: str) -> None:
    spec = spec_of(goal, *NUGGETS[goal], kind="tool")
    blueprint = draw(spec, "en")
    assert kind_of(spec) == "script"
    assert blueprint.left_out == {}
    assert find_faults(PlanForm.model_validate(plan_of(blueprint, spec)), spec) == []


SHOWN = ("a python quiz about my family", "several games in python: a quiz and hangman and dice")


@pytest.mark.timeout(240)
@pytest.mark.parametrize("goal", SHOWN)
async def test_a_script_is_green_and_red_where_a_piece_is_dropped(goal: str, tmp_path: Path) -> None:
    await prove(spec_of(goal, *NUGGETS[goal], kind="tool"), tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("goal", [goal for goal in NUGGETS if goal not in SHOWN])
async def test_every_script_is_green_and_red_where_a_piece_is_dropped(goal: str, tmp_path: Path) -> None:
    await prove(spec_of(goal, *NUGGETS[goal], kind="tool"), tmp_path)


@pytest.mark.timeout(240)
async def test_the_example_is_green_and_red_where_a_piece_is_dropped(tmp_path: Path) -> None:
    await prove(example("number-dragon"), tmp_path)


@pytest.mark.parametrize("spec", [spec_of(goal, *NUGGETS[goal], kind="tool") for goal in SHOWN])
async def test_a_script_is_built_without_a_failing_call_and_starts(spec: NuggetSpec, tmp_path: Path) -> None:
    driven = await drive(WorkshopProvider(), spec, tmp_path)
    assert [result.content for job in driven.jobs.values() for result in job.results if not result.ok] == []
    files = files_of(driven.tree)
    own = {path: (driven.tree / path).read_text("utf-8") for path in files if "/" not in path and path.endswith(".py")}
    assert faults_of_script(own, set(files)) == []
    assert find_program(driven.tree) == "main.py"
    assert (await start_once(driven.tree, "main.py", None)).ok


@pytest.mark.parametrize(
    ("goal", "wish", "checks"),
    [
        ("guess a number in python", "play again", ["again"]),
        ("guess a number in python", "quit at any time", ["quit"]),
        ("guess a number in python", "ask for my name", ["name"]),
        ("guess a number in python", "say hello with my name", ["name", "greet"]),
        ("guess a number in python", "say 'Bravo' when I guess it", ["won"]),
        ("guess a number in python", "roll two dice", ["dice"]),
        ("a python quiz", "my score at the end and say hello", ["points"]),
        ("a python dice game", "a menu", []),
        ("a python quiz", "a song", []),
        ("a python quiz", "a window with buttons", []),
        ("a python quiz", "10 seconds for each question", []),
        ("a python quiz", "", []),
        ("a python text adventure", "the dragon sings an opera", []),
        ("a python text adventure", "the dragon guards the castle", ["own"]),
        ("a python calculator", "square root", []),
        ("a python quiz", ("when_then", "I answer right", "the moon turns green"), []),
        ("a python quiz", ("when_then", "the moon is full", "say 'Owl'"), []),
    ],
)
def test_a_wish_is_proven_by_what_it_says_or_left_out(goal: str, wish: Wish, checks: list[str]) -> None:
    assert checks_of(goal, wish) == checks
    if not checks:
        assert script(goal, wish).left_out["req_0"].strip()


@pytest.mark.parametrize(
    ("goal", "title"),
    [
        ("a Python program where I guess a number", "I guess a number"),
        ("a quiz about planets in python", "Quiz about planets"),
        ("a python program called 'Snake Eyes': roll dice", "Snake Eyes"),
        ("a game about a python called 'In Python We Trust', written in python", "In Python We Trust"),
        ("", "Silly story"),
    ],
)
def test_a_title_says_what_it_is_and_not_what_it_is_written_in(goal: str, title: str) -> None:
    assert read_script(spec_of(goal, kind="tool"), "en").title == title


@pytest.mark.parametrize(
    ("goal", "name", "fact", "value"),
    [
        ("guess a number between 5 and 9 in python", "guess", "HIGHEST", 9),
        ("guess a number up to 1000 in python", "guess", "HIGHEST", 1000),
        ("guess a number with seven tries in python", "guess", "TRIES", 7),
        ("python rock paper scissors, best of 7", "rps", "ROUNDS", 4),
        ("python rock paper scissors, first to 2", "rps", "ROUNDS", 2),
        ("times tables from 3 to 5 in python", "tables", "TABLES", [3, 4, 5]),
        ("a secret code in python, shift by 99", "cipher", "KEY", 25),
        ("three 20-sided dice in python", "dice", "SIDES", 20),
    ],
)
def test_numbers_are_the_childs_own(goal: str, name: str, fact: str, value: object) -> None:
    assert read_script(spec_of(goal, kind="tool"), "en").programs[name].facts[fact] == value


def test_a_proof_is_a_test_or_is_named() -> None:
    blueprint = script(
        "guess a number in python",
        "say higher or lower",
        "a song",
        proofs=(
            ("guess too low", "it says higher", "req_0"),
            ("sing", "it rains", "req_0"),
            ("play", "a song", "req_1"),
            ("start it", "it asks for my name", "req_0"),
        ),
    )
    texts = "".join(modules(blueprint).values())
    assert [f'@pytest.mark.proof("test_{place}")' in texts for place in range(4)] == [True, False, False, False]
    assert set(blueprint.missing_proofs) == {"test_1", "test_2", "test_3"}
    assert all(blueprint.missing_proofs.values())


def test_no_two_pieces_write_the_same_file_and_the_same_words_give_the_same_script() -> None:
    goals = ["a quiz about cats in python", "a quiz about dogs in python", "a python quiz"]
    for goal in goals:
        files = [path for piece in script(goal).pieces for path in piece.files]
        assert len(files) == len(set(files))
    assert len({json.dumps(modules(script(goal))) for goal in goals}) == len(goals)
    assert script(goals[0], "my score") == script(goals[0], "my score")


SHOWABLE = HOSTILE.translate(dict.fromkeys(map(ord, "\r\t\x00")))


@pytest.mark.parametrize(
    "value", [SHOWABLE, CODE, "", "'", '"', "\\", "a" * 500 + '"\\', SHOWABLE * 9, {SHOWABLE: [SHOWABLE, ("x",)]}]
)
def test_a_value_in_the_written_python_is_the_value_again(value: object) -> None:
    assert ast.literal_eval(literal(value)) == value


def test_signs_that_cannot_be_shown_are_not_written() -> None:
    assert not set("\r\t\x00\u2028") & set(literal(HOSTILE))


def hostile(words: str) -> NuggetSpec:
    """Every program of the kit, with the words in every place where a child can write."""
    goal = f"python: a quiz, hangman, a to-do list, mad libs, an adventure and a name generator about {words}"
    return spec_of(
        goal,
        f"questions: {words}? {words}; 1+1? 2",
        f"my tasks: {words}, cat",
        f"words: {words}, elephant",
        ("when_then", "I answer right", f"say '{words}'"),
        ("when_then", "I tick a task", f"say {words}"),
        words,
        ("constraint", words),
        ("data", f"names: {words}; Zed"),
        f"the fox looks for {words}",
        kind="tool",
        proofs=((words, words, "req_0"), ("tick", f"say '{words}'", "req_1")),
    )


TRICKS = (HOSTILE, CODE, f'"""\n{CODE}\n"""', f"'); {CODE}; ('", f'\\"+{CODE}+\\"')


@pytest.mark.parametrize("words", TRICKS)
def test_a_childs_words_are_never_code(words: str, tmp_path: Path) -> None:
    blueprint = draw(hostile(words), "en")
    for path, text in modules(blueprint).items():
        called = [ast.unparse(node.func) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        assert not any("import__" in name or "system" in name for name in called), path
    tree = assemble(blueprint, tmp_path / "nugget")
    for name in ("main", *read_script(hostile(words), "en").programs):
        run = subprocess.run(
            [sys.executable, f"{name}.py"], check=False, cwd=tree, input="", text=True, capture_output=True
        )
        assert (run.returncode, run.stderr) == (0, ""), name
    assert not list(tmp_path.rglob("owned"))


@pytest.mark.timeout(120)
@pytest.mark.parametrize("words", TRICKS)
async def test_strange_words_are_told_as_they_are_and_the_tests_pass(words: str, tmp_path: Path) -> None:
    report = await run_tests(assemble(draw(hostile(words), "en"), tmp_path))
    assert [(test.name, test.message) for test in report.tests if test.status != "passed"] == []
    assert len(report.tests) > 10


@settings(max_examples=80, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    goal=st.one_of(st.text(max_size=60), st.sampled_from(sorted(NUGGETS))),
    wishes=st.lists(st.one_of(st.text(max_size=80), st.sampled_from(sorted(NUGGETS))), max_size=5),
    rule=st.tuples(st.text(max_size=40), st.one_of(st.text(max_size=40), st.just("say 'x\"\\'"))),
)
def test_any_words_give_a_plan_without_faults_and_python_that_can_be_read(
    goal: str, wishes: list[str], rule: tuple[str, str]
) -> None:
    spec = spec_of(goal, *wishes, ("when_then", *rule), kind="tool")
    blueprint = draw(spec, "en")
    assert find_faults(PlanForm.model_validate(plan_of(blueprint, spec)), spec) == []
    assert set(blueprint.tests) == {name for piece in blueprint.pieces for name in piece.requirements}
    for path, text in modules(blueprint).items():
        compile(text, path, "exec")


def test_fifty_wishes_are_each_carried_out_or_named() -> None:
    every = [wish for wishes in NUGGETS.values() for wish in wishes][:50]
    blueprint = script("a python program with everything", *every)
    carried = [name for piece in blueprint.pieces for name in piece.requirements]
    assert sorted([*carried, *blueprint.left_out]) == sorted(f"req_{place}" for place in range(50))
    assert len(carried) > 25


def test_a_guide_says_how_to_start_what_it_does_and_what_is_missing() -> None:
    spec = spec_of("a python quiz", "a song", "my score", kind="tool")
    guide = draw(spec.model_copy(update={"documentation": Documentation(focus="all")}), "en").guide
    assert guide.startswith("# ")
    assert "python main.py" in guide
    assert "a song" in guide
