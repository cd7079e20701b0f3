"""A Python script, built by the command line, started in a terminal and played to its end as its blocks say."""

from __future__ import annotations

import shlex
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from elisa.core import resources
from support.command import elisa
from support.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.timeout(300)
MENU, GUESS, AGAIN = "What would you like to do?", "Your guess?", "Once more?"


def number_dragon(folder: Path) -> Path:
    """A copy of the example, to change."""
    return shutil.copytree(resources.root() / "blockly_assets" / "examples" / "number-dragon", folder / "dragon")


class Player(Terminal):
    """Somebody who types a line and reads until the program asks again."""

    def answer(self, line: object, question: str) -> str:
        """Type a line, wait for the next question, and return all that was printed until then."""
        self.type(str(line))
        self.until(question)
        return self.printed

    def guess(self, number: object) -> str:
        """Guess, and read until the program asks for the next guess or whether to go on."""
        self.type(str(number))
        self.until_one_of(GUESS, AGAIN)
        return self.printed

    def find(self, low: int, high: int) -> str:
        """Guess the middle again and again until it is right."""
        told = self.guess((low + high) // 2)
        while "Higher!" in told or "Lower!" in told:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if "Higher!" in told else (low, middle - 1)
            told = self.guess((low + high) // 2)
        return told


def win_with_strange_input(player: Player) -> None:
    """Type what does not fit, find the number, and be praised in the child's words."""
    player.until(MENU)
    assert "=== Number Dragon ===" in player.printed
    assert "1. Guess my number" in player.printed
    assert "2. Secret code" in player.printed
    assert "Choose a number from 1 to 2." in player.answer("banana", MENU)
    begun = player.answer(1, GUESS)
    assert "from 1 to 50" in begun
    assert "You have 8 tries." in begun
    assert "It must be from 1 to 50" in player.guess(99)
    assert "is not a whole number" in player.guess("seven, please")
    won = player.find(1, 50)
    assert "The dragon bows to you!" in won
    assert "A new best result" in won
    assert "Type yes or no." in player.answer("perhaps", AGAIN)


def write_and_read_a_secret(player: Player) -> None:
    """A message becomes the code with key 7 and comes back."""
    player.answer("yes", MENU)
    player.answer(2, "What shall I do?")
    player.answer(1, "The message:")
    assert "→ Olssv, Kyhnvu!" in player.answer("Hello, Dragon!", AGAIN)
    player.answer("y", MENU)
    player.answer("Secret", "What shall I do?")
    player.answer("Read", "The message:")
    assert "→ Hello, Dragon!" in player.answer("Olssv, Kyhnvu!", AGAIN)
    player.answer("yes", MENU)


def lose(player: Player) -> None:
    """Guess the same number eight times; where it is the right one, play again."""
    player.until(MENU)
    player.answer(1, GUESS)
    while "Yes, that is it!" in (told := player.guess(25)):
        player.answer("yes", MENU)
        player.answer(1, GUESS)
    for _ in range(7):
        assert AGAIN not in told
        told = player.guess(25)
    assert "No more tries." in told
    assert AGAIN in told


def leave(player: Player, words: str) -> None:
    player.type(words)
    player.until("Goodbye!")
    assert player.end() == 0


def test_a_script_says_how_it_is_started_and_is_played_to_its_end(tmp_path: Path) -> None:
    built = elisa("build", number_dragon(tmp_path), "--out", "my nugget", "--yes", cwd=tmp_path)
    assert built.code == 0, built.out + built.err
    assert "page" not in built.out
    python, program = shlex.split(built.out.splitlines()[-1].removeprefix("Start it with: "))
    assert (python, program) == ("python3", "my nugget/main.py")
    with Player([sys.executable, program], tmp_path) as player:
        win_with_strange_input(player)
        write_and_read_a_secret(player)
        leave(player, "quit")
    assert [path.parent.name for path in tmp_path.rglob("best.json")] == ["my nugget"]
    with Player([sys.executable, "main.py"], tmp_path / "my nugget") as player:
        lose(player)
        leave(player, "no")
    with Player([sys.executable, "main.py"], tmp_path / "my nugget") as player:
        player.until(MENU)
        leave(player, "\x04")


def test_a_script_is_tested_changed_and_taken_back_and_preview_says_how_to_start_it(tmp_path: Path) -> None:
    dragon = number_dragon(tmp_path)
    built = elisa("build", dragon, "--out", "made", "--yes", "--json", cwd=tmp_path)
    assert (built.code, built.err) == (0, "")
    kinds = [event["kind"] for event in built.events]
    assert (kinds[-1], built.events[-1]["outcome"]) == ("build_finished", "done")
    assert "program_ready" in kinds
    assert not {"page_served", "left_out"} & set(kinds)
    shown = elisa("preview", "made", cwd=tmp_path)
    assert (shown.code, shown.out) == (1, "")
    assert shown.err.strip().endswith(f"Start it with: python3 {shlex.quote(str(tmp_path / 'made' / 'main.py'))}")
    tested = elisa("test", "made", cwd=tmp_path)
    assert (tested.code, tested.err) == (0, "")
    assert "0 failed, 0 did not run" in tested.out
    blocks = dragon / "workspace.json"
    blocks.write_text(blocks.read_text("utf-8").replace("I have 8 tries", "I have 5 tries"), encoding="utf-8")
    changed = elisa("build", dragon, "--out", "made", "--yes", cwd=tmp_path)
    assert changed.code == 0, changed.out + changed.err
    assert "Proven: “I have 5 tries”." in changed.out
    program = tmp_path / "made" / "guess.py"
    assert "TRIES: int = 5" in program.read_text("utf-8")
    mended = elisa("build", dragon, "--out", "made", "--yes", "--fix", "it is too hard", cwd=tmp_path)
    assert mended.code in (1, 4), mended.out + mended.err
    assert "Not tested yet: “it is too hard”." in mended.out
    assert elisa("undo", "made", cwd=tmp_path).code == 0
    assert "TRIES: int = 8" in program.read_text("utf-8")
    assert elisa("test", "made", cwd=tmp_path).code == 0
