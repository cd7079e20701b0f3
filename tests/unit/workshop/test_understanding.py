"""What the workshop understands of a child's words, and what it says it cannot make."""

from __future__ import annotations

import pytest

from elisa.workshop.understand.reader import understand
from unit.workshop.wishing import EXAMPLES, Wish, example, spec_of

GOAL = "a game where a hedgehog dodges acorns"


def kinds(goal: str, wish: Wish) -> list[str]:
    design = understand(spec_of(goal, wish), "en")
    return [found.kind for found in design.understood[0].wishes]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_wish_of_a_bundled_example_is_made_and_every_proof_becomes_a_test(name: str) -> None:
    design = understand(example(name), "en")
    assert design.left_out == {}
    assert [proof.not_possible for proof in design.proofs if not proof.check] == []


@pytest.mark.parametrize(
    ("goal", "mechanic", "hero", "others"),
    [
        ("a game where a hedgehog dodges acorns", "dodge", "hedgehog", ["acorn"]),
        ("catch falling stars with a basket", "catch", "basket", ["star"]),
        ("a cat that catches fish and avoids dogs", "catch", "cat", ["dog", "fish"]),
        ("un jeu où un renard attrape des étoiles", "catch", "renard", ["étoile"]),
        ("a wumpus dodges flying socks", "dodge", "wumpus", ["sock"]),
        ("ハリネズミがどんぐりをよけるゲーム", "dodge", "ハリネズミ", ["どんぐり"]),
        ("🦔 avoids 🌰", "dodge", "🦔", ["🌰"]),
        ("a quiz about dinosaurs", "quiz", "dinosaur", []),
        ("a space shooter with aliens", "dodge", "rocket", ["alien"]),
    ],
)
def test_the_goal_gives_the_kind_of_game_and_the_cast(goal: str, mechanic: str, hero: str, others: list[str]) -> None:
    design = understand(spec_of(goal), "en")
    things = [use.thing.word for use in (*design.of("hazard"), *design.of("treasure")) if use.thing]
    assert (design.mechanic, sorted(things)) == (mechanic, others)
    if hero != "rocket":
        assert design.hero is not None
        assert design.hero.word == hero


@pytest.mark.parametrize(
    ("wish", "wanted"),
    [
        ("run left and right with the arrow keys", ["moves"]),
        ("steer with the mouse", ["follows_pointer"]),
        ("let acorns fall from the oak tree", ["hazard_comes"]),
        ("have 5 lives", ["has_hearts"]),
        ("jump when I press space", ["jumps"]),
        ("remember my best score", ["keeps_best"]),
        ("rember the hihg scroe", ["keeps_best"]),
        ("get faster every 10 seconds", ["gets_faster"]),
        ("count down from 30 seconds", ["counts_down"]),
        ("win when I reach 20 points", ["wins_at"]),
        ("a start screen with a play button", ["starts"]),
        ("pause the game", ["pauses"]),
        ("play a sound when an acorn hits the hedgehog", ["sounds"]),
        ("show sparkles when I lose a heart", ["rule"]),
        (("when_then", "an acorn hits the hedgehog", "lose a heart"), ["costs_heart"]),
        (("when_then", "an acorn hits the hedgehog", "lose 2 hearts"), ["costs_heart"]),
        (("when_then", "all hearts are lost", "game over"), ["ends"]),
        (("when_then", "the time is up", "I win"), ["time_up"]),
        (("when_then", "the game starts", "say 'Ready, steady, go!'"), ["rule"]),
        (("when_then", "an acorn hits the hedgehog", "it rolls into a ball"), ["rule"]),
        (("constraint", "be scary"), ["without"]),
        (("constraint", "must not use the internet"), ["without"]),
        (("constraint", "no sound"), ["without_part"]),
        (("constraint", "no more than 5 hearts"), ["has_hearts"]),
        (("constraint", "must be easy for little kids"), ["is_easy"]),
        (("data", "the best score"), ["keeps_best"]),
    ],
)
def test_a_wish_becomes_a_behaviour(wish: Wish, wanted: list[str]) -> None:
    assert kinds(GOAL, wish) == wanted


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ("take a photo of me", "photos"),
        ("play against my friend, two players", "several players"),
        ("shoot lasers", "shooting"),
        ("the hedgehog jumps and shoots", "shooting"),
        ("the hedgehog runs and wears a sombrero", "wears a sombrero"),
        ("fnord the blarg", "fnord the blarg"),
        ("", "empty"),
        (("when_then", "the moon is full", "the wolf howls"), "full"),
        (("when_then", "an acorn hits the hedgehog", "bake a cake"), "bake a cake"),
    ],
)
def test_what_no_part_can_do_is_left_out_with_the_reason(wish: Wish, words: str) -> None:
    found = understand(spec_of(GOAL, wish), "en").understood[0]
    assert found.wishes == []
    assert words in found.left_out


def test_a_negated_word_is_never_built() -> None:
    design = understand(spec_of("a cat catches fish", ("constraint", "no sound and no timer")), "en")
    assert not design.of("sound")
    assert not design.of("clock")


def test_numbers_are_respected() -> None:
    design = understand(spec_of(GOAL, "have 5 lives", "count down from 30 seconds"), "en")
    hearts, clock = design.part("hearts"), design.part("clock")
    assert hearts is not None
    assert clock is not None
    assert hearts.settings["hearts"] == 5.0
    assert clock.settings["seconds"] == 30.0


@pytest.mark.parametrize(
    ("words", "look"),
    [
        ("glowing neon on black", "dark_techy"),
        ("like a cosy autumn forest", "nature"),
        ("rainbow party", "fun_colorful"),
        ("plain white paper", "clean_simple"),
        ("far away galaxies", "space"),
        ("dark_techy", "dark_techy"),
        ("comme une forêt verte", "nature"),
    ],
)
def test_free_words_for_the_style_find_the_nearest_look(words: str, look: str) -> None:
    assert understand(spec_of(GOAL, visual=words), "en").look == look


def test_a_thing_without_a_drawing_is_a_badge_and_that_is_said() -> None:
    design = understand(spec_of("a wumpus dodges acorns"), "en")
    assert design.hero is not None
    assert design.hero.drawing == "badge"
    assert any("wumpus" in note for note in design.notes)


def test_a_timer_holds_what_stands_inside_it() -> None:
    spec = spec_of(GOAL, ("timer", "Repeat every 5 seconds"), "add a point")
    spec.requirements[0].block_id, spec.requirements[0].interval_seconds = "t", 5
    spec.requirements[1].container_id = "t"
    design = understand(spec, "en")
    assert design.left_out == {}
    assert design.of("when")[0].settings["event"] == "every 5"


def test_a_nugget_that_is_no_game_is_honest_about_it() -> None:
    design = understand(spec_of("a website about my dog", "a gallery of photos", kind="website"), "en")
    assert design.mechanic == "poster"
    assert list(design.left_out) == ["req_0"]
    assert any("games" in note for note in design.notes)


def test_pitfall_20_a_word_inside_another_word_means_nothing() -> None:
    found = understand(spec_of(GOAL, "the smart cart is in the party"), "en").understood[0]
    assert found.left_out


@pytest.mark.parametrize(
    ("when", "then", "step", "check"),
    [
        ("hold the right arrow", "it moves right", "hold", "hero_moves"),
        ("press the left arrow for 2 seconds", "the hedgehog goes left", "hold", "hero_moves"),
        ("wait two seconds", "an acorn is falling", "wait", "thing_falls"),
        ("an acorn hits the hedgehog", "lose a heart", "hit", "hearts_fall"),
        ("I lose all my hearts", "the game is over", "lose_all", "state_over"),
        ("start the game", "I have 3 hearts", "start", "hearts_are"),
        ("press space", "the hedgehog jumps", "press", "hero_jumps"),
        ("an acorn hits the hedgehog", "I hear a sound", "hit", "sound_heard"),
        ("load the page again", "the best score is still there", "reload", "best_kept"),
        ("je tiens la flèche droite", "il va à droite", "hold", "hero_moves"),
    ],
)
def test_a_proof_is_read_in_its_own_words(when: str, then: str, step: str, check: str) -> None:
    spec = spec_of(GOAL, "run left and right", "let acorns fall", proofs=((when, then, "req_0"),))
    proof = understand(spec, "en").proofs[0]
    assert [one.kind for one in proof.steps] == [step]
    assert proof.check is not None
    assert proof.check.kind == check


def test_a_proof_that_nobody_can_test_is_reported() -> None:
    spec = spec_of(GOAL, "run left and right", proofs=(("I sing", "the moon smiles", "req_0"),))
    assert understand(spec, "en").proofs[0].not_possible == "I sing"
