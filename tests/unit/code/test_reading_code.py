from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elisa.code.calls import calls
from elisa.code.complexity import complexity
from elisa.code.imports import imports, resolve_import
from elisa.code.languages import Language, language_of
from elisa.code.references import references
from elisa.code.symbols import symbols

PAGE = """\
<!doctype html>
<link rel="stylesheet" href="style.css"><script src="./game.js?v=1"></script>
<button id="go" class="big">Go</button>
<script>
const start = () => { if (a && b) { return 1 } };
class Hero {
  jump() {}
  #hop() {}
  static make = () => 3;
}
Hero.prototype.fly = function () {};
const tools = { run() {}, walk: () => 2 };
document.getElementById("go").onclick = start;
</script>
<style>
.big, #go { background: url(star.png) }
</style>
"""

MODULE = """\
import os.path as p, sys
from ..a import b
from . import c
from words import say

@decorated
def f(x):
    def g():
        return 1 if x else 2
    return [y for y in x if y and x]

class K:
    async def m(self):
        try:
            pass
        except OSError:
            pass

def broken(:
"""

TYPES = """\
export class A<T> { x = () => 1; go(): void {} }
interface I {}
import x from './y';
export const f = (a: number) => a ?? 2;
"""


def outline(source: str, language: Language) -> list[str]:
    return [f"{one.kind} {one.full_name} {one.first_line}-{one.last_line}" for one in symbols(source, language)]


def test_a_page_shows_its_elements_scripts_and_styles_on_the_files_own_lines() -> None:
    assert outline(PAGE, "html") == [
        "element #go 3-3",
        "function start 5-5",
        "class Hero 6-10",
        "function Hero.jump 7-7",
        "function Hero.#hop 8-8",
        "function Hero.make 9-9",
        "function fly 11-11",
        "function run 12-12",
        "function walk 12-12",
        "rule .big, #go 16-16",
    ]


def test_python_shows_what_is_nested_decorated_and_broken() -> None:
    assert outline(MODULE, "python") == [
        "function f 6-10",
        "function f.g 8-9",
        "class K 12-17",
        "function K.m 13-17",
        "function broken 19-19",
    ]


def test_typescript_shows_types_too() -> None:
    assert outline(TYPES, "typescript") == [
        "class A 1-1",
        "function A.x 1-1",
        "function A.go 1-1",
        "type I 2-2",
        "function f 4-4",
    ]


@pytest.mark.parametrize(
    ("source", "language", "targets"),
    [
        (PAGE, "html", ["style.css", "./game.js?v=1", "star.png"]),
        (MODULE, "python", ["os.path", "sys", "..a", ".c", "words"]),
        (TYPES, "typescript", ["./y"]),
        ("export * from './a'; require('b'); import('c'); x(require)", "javascript", ["./a", "b", "c"]),
        ('@import "a.css"; p { background: url("b.png") }', "css", ["a.css", "b.png"]),
    ],
)
def test_imports(source: str, language: Language, targets: list[str]) -> None:
    assert [one.target for one in imports(source, language)] == targets


FILES = frozenset(
    {"index.html", "game.js", "js/hero.js", "js/parts/index.js", "src/main.py", "src/a/__init__.py", "src/a/b.py"}
)


@pytest.mark.parametrize(
    ("target", "importer", "found"),
    [
        ("./game.js?v=1", "index.html", "game.js"),
        ("/game.js", "index.html", "game.js"),
        ("./hero", "js/main.js", "js/hero.js"),
        ("./parts", "js/main.js", "js/parts/index.js"),
        ("../game.js", "js/main.js", "game.js"),
        ("../../etc/passwd", "js/main.js", None),
        ("https://x/game.js", "index.html", None),
        ("a.b", "src/main.py", "src/a/b.py"),
        (".b", "src/a/__init__.py", "src/a/b.py"),
        ("..main", "src/a/b.py", "src/main.py"),
        ("json", "src/main.py", None),
    ],
)
def test_what_an_import_means(target: str, importer: str, found: str | None) -> None:
    language = language_of(importer)
    assert language is not None
    assert resolve_import(target, importer, language, FILES) == found


def test_references_are_names_not_letters() -> None:
    source = "// hop\nfunction hop() {}\nhop();\nshop();\nx.hop = 'hop';\nconst o = { hop };\n"
    assert [(one.line, one.defines) for one in references(source, "javascript", "hop")] == [
        (2, True),
        (3, False),
        (5, False),
        (5, False),
        (6, False),
    ]
    assert [one.line for one in references(PAGE, "html", "go")] == [3, 13, 16]


def test_complexity_counts_forks_for_the_innermost_function() -> None:
    assert complexity(MODULE, "python") == {"f": 4, "g": 2, "m": 2, "broken": 1}
    assert complexity(PAGE, "html")["start"] == 3


def test_calls_are_named_by_their_last_word() -> None:
    script = "function go() {\n  hero.jump();\n  new Star(3);\n  play(play);\n  (() => 1)();\n}\nstop();\n"
    assert calls(script, "javascript", 1, 6) == ("jump", "Star", "play")
    assert calls("def f():\n    g(h())\n    a.b.c()\n", "python", 1, 3) == ("g", "h", "c")
    assert calls("<script>\ngo();\n</script>", "html", 2, 2) == ("go",)


def test_languages_are_known_by_their_endings() -> None:
    assert language_of("src/A.PY") == "python"
    assert language_of("index.html") == "html"
    assert language_of("README.md") is None


@pytest.mark.parametrize("language", ["python", "javascript", "typescript", "tsx", "html", "css", "json"])
@pytest.mark.parametrize("source", ["", "(" * 4_000, "<div>" * 2_000, "\x00\ud7ff🦔", "{" * 4_000])
def test_no_text_is_too_broken(source: str, language: Language) -> None:
    symbols(source, language)
    imports(source, language)
    references(source, language, "x")
    complexity(source, language)


def test_a_page_nested_without_end_takes_no_long_time() -> None:
    begin = time.process_time()
    assert symbols("<div>" * 30_000, "html") == ()
    assert time.process_time() - begin < 3


@settings(max_examples=30, deadline=None)
@given(cut=st.integers(0, len(PAGE)), noise=st.text(max_size=20))
def test_half_written_pages_are_read_as_far_as_they_go(cut: int, noise: str) -> None:
    found = symbols(PAGE[:cut] + noise, "html")
    assert all(1 <= one.first_line <= one.last_line for one in found)
