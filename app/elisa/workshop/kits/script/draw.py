"""Draws a Python script: from the child's words to the pieces, the tests and the guide."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop import escaping
from elisa.workshop.blueprint import Blueprint, Piece
from elisa.workshop.kits.listening import without_name
from elisa.workshop.kits.script.design import BASE, Check
from elisa.workshop.kits.script.facts import literal, python_facts
from elisa.workshop.kits.script.proofs import tests_of, whole_tests
from elisa.workshop.kits.script.read import read_script
from elisa.workshop.kits.script.words import source
from elisa.workshop.kits.tool.guide import bullets, plain

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.kits.script.design import Program, ScriptDesign

_LONGEST_GOAL = 160


def draw(spec: NuggetSpec, language: str) -> Blueprint:
    """Return the blueprint of a Python script. Pure: the same spec and language give the same blueprint."""
    design = read_script(spec, language)
    made = [wish for wish in design.wishes if not wish.left_out]
    unfollowed = [use.name for use in spec.skills or ()] + [use.name for use in spec.rules or ()]
    return Blueprint(
        kind="script",
        pieces=(_base(design), *(_piece(program, design) for program in design.programs.values())),
        tests={wish.id: tests_of(wish, design) for wish in made},
        whole_tests=whole_tests(design),
        left_out={wish.id: wish.left_out for wish in design.wishes if wish.left_out},
        missing_proofs={proof.id: proof.left_out for proof in design.proofs if proof.check is None},
        notes=(*dict.fromkeys(design.notes), *(say("workshop.note_skill", name=name[:40]) for name in unfollowed)),
        guide=_guide(design, spec),
    )


def _at_home(design: ScriptDesign, home: str) -> tuple[str, ...]:
    return tuple(wish.id for wish in design.wishes if wish.home == home and not wish.left_out)


def _base(design: ScriptDesign) -> Piece:
    goal = without_name(design.goal)
    goal = "" if goal.casefold().endswith(design.title.casefold()) else goal[:_LONGEST_GOAL]
    values = {
        "title_line": _one_line(design.title),
        "title": literal(design.title),
        "goal": literal(goal),
        "ask_name": literal(any(Check(BASE, "name") in wish.checks for wish in design.wishes)),
        "programs": literal({program.title: kind for kind, program in design.programs.items()}),
    }
    return Piece(
        id=BASE,
        name=say("script.name_main", title=design.title),
        requirements=_at_home(design, BASE),
        files={
            "main.py": _filled(source("base/main.py.txt"), values),
            "talk.py": source("base/talk.py.txt"),
            "best.py": source("base/best.py.txt"),
        },
        doing=say("script.doing_main"),
        made=say("script.made_main"),
    )


def _piece(program: Program, design: ScriptDesign) -> Piece:
    values = {"facts": python_facts(program), "title_line": _one_line(program.title)}
    return Piece(
        id=program.kind,
        name=program.title,
        requirements=_at_home(design, program.kind),
        files={f"{program.kind}.py": _filled(source(f"{program.kind}/program.py.txt"), values)},
        needs=(BASE,),
        doing=say("script.doing_program", title=program.title),
        made=say("script.made_program", title=program.title),
    )


def _one_line(words: str) -> str:
    """Return words for a docstring."""
    return re.sub(r'[\\"]', "'", " ".join(escaping.printable(words).split())) or "A script"


def _filled(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], text)


def _guide(design: ScriptDesign, spec: NuggetSpec) -> str:
    focus = spec.documentation.focus if spec.documentation else "how_it_works"
    parts = [f"# {plain(design.title)}", plain(design.goal)]
    if focus in ("setup", "all"):
        parts += [f"## {say('script.guide_setup')}", say("script.guide_start")]
    if focus in ("how_it_works", "all"):
        titles = (program.title for program in design.programs.values())
        parts += [f"## {say('script.guide_use')}", bullets(titles), say("script.guide_quit")]
    if focus in ("parts", "all"):
        files = ["main.py", "talk.py", "best.py", *(f"{kind}.py" for kind in design.programs)]
        wishes = [wish.text for wish in design.wishes if not wish.left_out]
        parts += [f"## {say('script.guide_parts')}", bullets(files), bullets(wishes)]
    missing = [f"{wish.text}: {wish.left_out}" for wish in design.wishes if wish.left_out]
    if missing:
        parts += [f"## {say('script.guide_missing')}", bullets(missing)]
    return "\n\n".join(part for part in [*parts, say("tool.who_made_it")] if part) + "\n"
