from __future__ import annotations

import json
import string
from pathlib import Path

import pytest

import elisa.core.text
from elisa.core.errors import bad_input, failure
from elisa.core.text import say, say_in

FOLDER = Path(elisa.core.text.__file__).parent
SENTENCES = sorted(
    (path.parent.name, path.stem, key, sentence)
    for path in FOLDER.glob("*/*.json")
    for key, sentence in json.loads(path.read_text(encoding="utf-8")).items()
)


def test_a_value_called_key_or_language_can_stand_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elisa.core.text, "_area", lambda *_: {"x.y": "{key} in {language}"})
    assert say("x.y", key="a {brace}", language="French") == "a {brace} in French"


def test_what_is_not_translated_is_said_in_english() -> None:
    assert say_in("xx", "resources.missing") == say("resources.missing")


def test_an_unknown_key_is_a_mistake_in_the_program() -> None:
    with pytest.raises(KeyError):
        say("resources.no_such_sentence")


def test_errors_carry_code_sentence_and_detail() -> None:
    error = failure("resources.missing", detail="somewhere")
    assert (error.code, error.detail) == ("resources.missing", "somewhere")
    assert error.sentence == say("resources.missing")
    assert bad_input("resources.missing").code == "resources.missing"


@pytest.mark.parametrize(("language", "area", "key", "sentence"), SENTENCES)
def test_every_sentence_stands_in_its_area_and_is_short(language: str, area: str, key: str, sentence: str) -> None:
    assert language == "en" or (FOLDER / "en" / f"{area}.json").is_file()
    assert key.startswith(f"{area}.")
    assert sentence == sentence.strip()
    assert sentence
    for _, name, form, _ in string.Formatter().parse(sentence):
        assert name is None or name.isidentifier()
        assert not form
