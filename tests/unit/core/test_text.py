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


def test_every_sentence_stands_in_the_file_of_its_area() -> None:
    assert [key for _, area, key, _ in SENTENCES if not key.startswith(f"{area}.")] == []


def test_every_translation_translates_an_english_sentence() -> None:
    english = {key for language, _, key, _ in SENTENCES if language == "en"}
    assert {key for _, _, key, _ in SENTENCES} == english


def test_every_place_in_a_sentence_has_a_plain_name() -> None:
    fields = [(key, field) for _, _, key, text in SENTENCES for _, field, _, _ in string.Formatter().parse(text)]
    assert [key for key, field in fields if field is not None and not field.isidentifier()] == []


def test_no_sentence_is_empty() -> None:
    assert [key for _, _, key, text in SENTENCES if not text.strip()] == []
