"""Sentences in which a known word means something else: nothing is claimed that a person would call wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elisa.workshop.understand.questions import own_questions
from elisa.workshop.understand.reader import understand
from unit.workshop.wishing import Wish, spec_of

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design

CATCH = "a penguin that catches fish"
DODGE = "a game where a cat dodges dogs"
QUIZ = "a quiz about dinosaurs"


def read(goal: str, *wishes: Wish, proofs: tuple[tuple[str, str, str], ...] = ()) -> Design:
    return understand(spec_of(goal, *wishes, proofs=proofs), "en")


def kinds(design: Design, place: int = 0) -> list[str]:
    return [wish.kind for wish in design.understood[place].wishes]


def test_who_jumps_in_the_sentence_jumps_in_the_game() -> None:
    assert kinds(read(CATCH, "fish jump down from the sky")) == ["treasure_comes"]
    assert "jumps" not in kinds(read(CATCH, "fish jump out of the water"))
    assert kinds(read(CATCH, "the penguin jumps")) == ["jumps"]


@pytest.mark.parametrize(
    ("goal", "wish"),
    [
        (QUIZ, "10 seconds for each question"),
        (QUIZ, "a baby dinosaur hatches from an egg when I finish"),
        (CATCH, "high score table with names"),
        (CATCH, "save my photo and show it on the penguin"),
    ],
)
def test_what_cannot_be_made_is_left_out_even_where_some_words_are_known(goal: str, wish: str) -> None:
    design = read(goal, wish)
    assert design.understood[0].left_out
    assert not design.understood[0].wishes


def test_a_photo_never_falls_from_the_sky() -> None:
    assert [use.thing.word for use in read(CATCH, "save my photo").of("treasure") if use.thing] == ["fish"]


def test_watch_out_for_means_dodge_and_is_no_watch() -> None:
    design = read("a dragon game! collect gems and watch out for knights", "knights chase the dragon")
    assert [use.thing.word for use in design.of("treasure") if use.thing] == ["gem"]
    assert [use.thing.word for use in design.of("hazard") if use.thing] == ["knight"]


def test_a_shaking_screen_shakes_and_does_not_sparkle() -> None:
    design = read(DODGE, ("when_then", "a dog hits the cat", "the screen shakes"))
    assert [wish.values["action"] for wish in design.understood[0].wishes] == ["shake"]


def test_the_timer_block_gives_the_rhythm() -> None:
    spec = spec_of(CATCH, ("timer", "Repeat every 8 seconds"), "make the fish faster")
    spec.requirements[0].interval_seconds = 8.0
    spec.requirements[0].body = ["req_1"]
    levels = understand(spec, "en").part("levels")
    assert levels is not None
    assert levels.settings["every"] == 8.0


def test_right_is_no_direction_in_a_quiz() -> None:
    proofs = (("I answer all questions", "it shows how many were right", "req_0"),)
    proof = read(QUIZ, "show the result", proofs=proofs).proofs[0]
    assert proof.check is None or proof.check.kind != "hero_moves"


@pytest.mark.parametrize("then", ["lives go from 6 to 4", "the hearts change from six to four"])
def test_from_six_to_four_ends_at_four(then: str) -> None:
    proof = read(DODGE, "6 lives", proofs=(("a dog hits the cat", then, "req_0"),)).proofs[0]
    assert proof.check is not None
    assert proof.check.values["number"] == 4.0


def test_a_key_of_a_letter_steers_too() -> None:
    proof = read(DODGE, "fly up down left right with WASD", proofs=(("I hold W", "the cat moves up", "req_0"),)).proofs[
        0
    ]
    assert proof.steps[0].values["key"] == "w"
    assert proof.check is not None
    assert proof.check.values["to"] == "up"


@pytest.mark.parametrize(
    ("wish", "expected"),
    [("have 4 harts", "has_hearts"), ("pauze button", "pauses"), ("show the scor", "scores")],
)
def test_more_slips_of_the_pen_are_understood(wish: str, expected: str) -> None:
    assert expected in kinds(read(DODGE, wish))


def test_hear_is_no_misspelt_heart() -> None:
    assert read(DODGE, "I hear something").of("hearts")[0].requirements == []


def test_misspelt_collecting_keeps_the_cast() -> None:
    design = read("Robo Trash Rush", "robot colects trash and avoids banana peels")
    assert design.hero is not None
    assert design.hero.word == "robot"
    assert [use.thing.word for use in design.of("treasure") if use.thing] == ["trash"]


def test_a_quality_that_is_refused_does_not_refuse_the_thing_itself() -> None:
    assert [wish.kind for wish in read(DODGE, ("constraint", "no scary sounds")).understood[0].wishes] == ["without"]
    assert kinds(read(DODGE, ("constraint", "it should not be too hard"))) == ["is_easy"]


def test_lives_and_what_a_mistake_costs_in_one_sentence() -> None:
    hearts = read(QUIZ, "five lives, a wrong answer costs one").part("hearts")
    assert hearts is not None
    assert hearts.settings["hearts"] == 5.0


def test_things_in_the_data_earn_what_the_child_wrote() -> None:
    design = read("a robot that collects trash", ("data", "bottle 1 point, sock 2 points, pizza 5 points"))
    worth = {use.thing.word: use.settings.get("worth", 1.0) for use in design.of("treasure") if use.thing}
    assert worth == {"trash": 1.0, "bottle": 1.0, "sock": 2.0, "pizza": 5.0}
    one = read("a robot that collects trash and bottles", ("constraint", "a bottle must be worth 3 points"))
    worth = {use.thing.word: use.settings.get("worth", 1.0) for use in one.of("treasure") if use.thing}
    assert worth == {"trash": 1.0, "bottle": 3.0}


def test_french_touching_is_a_meeting_and_no_more_lives_is_the_end() -> None:
    design = read(
        "un jeu où un lapin évite les loups",
        ("when_then", "un loup touche le lapin", "perdre une vie"),
        ("when_then", "il n'y a plus de vies", "afficher Perdu !"),
        "gagner des carottes pour avoir des points",
    )
    assert design.understood[0].wishes[0].values["event"] == "hit"
    assert kinds(design, 1) == ["says_at_end"]
    assert [use.thing.word for use in design.of("treasure") if use.thing] == ["carotte"]


def test_a_language_without_a_lexicon_keeps_its_things_and_their_names() -> None:
    design = read("Sternenfänger: ein Fuchs fängt Sterne", "Sterne fallen vom Himmel")
    assert design.hero is not None
    assert design.hero.word == "Fuchs"
    assert design.mechanic == "catch"
    assert [(use.thing.word, use.thing.words) for use in design.of("treasure") if use.thing] == [("Stern", "Sterne")]


def test_some_words_have_no_plural() -> None:
    rain = read("dodge the rain with an umbrella").of("hazard")[0].thing
    assert rain is not None
    assert rain.words == "rain"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Who had three horns? Triceratops (right), T-Rex, Stego", [("Who had three horns?", "Triceratops")]),
        ("Who had three horns? T-Rex, Triceratops (right), Stego", [("Who had three horns?", "Triceratops")]),
        ("Who had horns? T-Rex / *Triceratops / Stego", [("Who had horns?", "Triceratops")]),
        ("Q: What did it eat? A: plants", [("What did it eat?", "plants")]),
        ("7x3=21, 7x4=28, 7x8=56", [("7x3", "21"), ("7x4", "28"), ("7x8", "56")]),
        ("capital of France = Paris", [("capital of France", "Paris")]),
    ],
)
def test_questions_are_read_as_children_write_them(text: str, expected: list[tuple[str, str]]) -> None:
    made = own_questions([text], 3)
    assert [(one.ask, one.answers[one.right]) for one in made] == expected
    assert not any(sign in answer for one in made for answer in one.answers for sign in ("(right)", "*", "A:"))


def test_starting_with_lives_asks_for_no_start_screen() -> None:
    assert kinds(read(DODGE, "start with 6 lives")) == ["has_hearts"]


def test_who_chases_the_hero_is_dodged_and_what_the_hero_chases_is_caught() -> None:
    design = read("a cat that catches fish", "the cat collects fish for points", "a dog chases the cat")
    assert [use.thing.word for use in design.of("hazard") if use.thing] == ["dog"]
    assert not design.left_out
    design = read("a game with a cat", "the cat chases mice")
    assert [use.thing.word for use in design.of("treasure") if use.thing] == ["mice"]
    assert not design.of("hazard")


def test_chasers_leave_time_to_play() -> None:
    chaser = read(DODGE, "dogs chase the cat").of("hazard")[0].settings
    assert chaser["moves"] == "chase"
    assert float(chaser["every"]) >= 3
    assert float(chaser["speed"]) <= 120
