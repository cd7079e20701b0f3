"""Sentences for people: each one is said somewhere, each that is said is there, and each can be read aloud."""

from __future__ import annotations

import ast
import json
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "app" / "elisa"
SENTENCES: dict[str, str] = {
    key: sentence
    for path in sorted((PACKAGE / "core" / "text" / "en").glob("*.json"))
    for key, sentence in json.loads(path.read_text(encoding="utf-8")).items()
}
AREAS = {key.partition(".")[0] for key in SENTENCES}
KEY = re.compile(rf"(?:{'|'.join(sorted(AREAS))})\.[a-z0-9_]*\*?[a-z0-9_*]*")
FILES = {
    "workspace.json",
    "history.jsonl",
    "models.json",
    "study.json",
    "skills.json",
    "rules.json",
    "portals.json",
    "settings.json",
    "build.lock",
    "versions.git",
    "versions.lock",
    "build.md",
    "look.css",
    "proofs.json",
}
FOR_MODELS = re.compile(r"build\.fault_|.*_(?:description|criterion)$")
MOST_WORDS = 12


def named() -> set[str]:
    """Return every key in the source; a place that is filled in at run time is a ``*``."""
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                found.add("".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return {text for text in found - FILES if KEY.fullmatch(text) and not text.endswith(("_", "."))}


def block_texts() -> set[str]:
    """Return the keys of the blocks' own texts, as their definitions refer to them."""
    folder = ROOT / "blockly_assets" / "blocks"
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.json"))
    return {f"blocks.{name.lower()}" for name in re.findall(r"%\{BKY_ELISA_(\w+)\}", text)}


def test_every_sentence_that_is_said_is_there() -> None:
    asked = named() | block_texts()
    assert [key for key in sorted(asked) if not any(fnmatchcase(known, key) for known in SENTENCES)] == []


def test_every_sentence_is_said_somewhere() -> None:
    asked = {key for key in named() if key != "blocks.*"} | block_texts()
    assert [known for known in SENTENCES if not any(fnmatchcase(known, key) for key in asked)] == []


@pytest.mark.parametrize("key", [key for key in SENTENCES if not FOR_MODELS.match(key) and "%" not in SENTENCES[key]])
def test_a_message_is_at_most_two_short_sentences(key: str) -> None:
    told = re.sub(r"\{[^}]*\}", "word", SENTENCES[key])
    sentences = [one for one in re.split(r"(?<=[.!?])\s+", told) if one]
    assert len(sentences) <= 2
    assert max(len(one.split()) for one in sentences) <= MOST_WORDS
