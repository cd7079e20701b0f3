"""Draws a tool: from the child's words to the pieces, the tests and the guide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop.blueprint import Blueprint, Piece
from elisa.workshop.kits.tool.compose import page_files, rule_file, script_line, section_file, slot
from elisa.workshop.kits.tool.guide import guide_text
from elisa.workshop.kits.tool.proofs import tests_of, whole_tests
from elisa.workshop.kits.tool.read import read_tool
from elisa.workshop.kits.tool.words import source

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.kits.tool.design import ToolDesign

PAGE_PIECE = "page"


def draw(spec: NuggetSpec, language: str) -> Blueprint:
    """Return the blueprint of a web tool. Pure: the same spec and language give the same blueprint."""
    design = read_tool(spec, language)
    made = [wish for wish in design.wishes if not wish.left_out]
    return Blueprint(
        kind="tool",
        pieces=(_page_piece(design, spec), *_sections(design), _files_piece(design), *_rules(design)),
        tests={wish.id: tests_of(wish, design) for wish in made},
        whole_tests=whole_tests(design),
        left_out={wish.id: wish.left_out for wish in design.wishes if wish.left_out},
        missing_proofs={proof.id: proof.left_out for proof in design.proofs if proof.check is None},
        notes=(*design.notes, *_unfollowed(spec)),
        guide=guide_text(design, spec),
    )


def _at_home(design: ToolDesign, home: str) -> tuple[str, ...]:
    return tuple(wish.id for wish in design.wishes if wish.home == home and not wish.left_out)


def _page_piece(design: ToolDesign, spec: NuggetSpec) -> Piece:
    return Piece(
        id=PAGE_PIECE,
        name=say("tool.name_page", title=design.title),
        requirements=_at_home(design, "page"),
        files=page_files(design, spec),
        doing=say("tool.doing_page"),
        made=say("tool.made_page"),
    )


def _sections(design: ToolDesign) -> list[Piece]:
    return [
        Piece(
            id=kind,
            name=section.title,
            requirements=_at_home(design, kind),
            files={f"tool/{kind}.js": section_file(section, design)},
            needs=(PAGE_PIECE,),
            doing=say("tool.doing_section", title=section.title),
            made=say("tool.made_section", title=section.title),
            slots={slot(kind): script_line(kind)},
        )
        for kind, section in design.sections.items()
    ]


def _files_piece(design: ToolDesign) -> Piece:
    return Piece(
        id="files",
        name=say("tool.name_files"),
        requirements=_at_home(design, "files"),
        files={"tool/files.js": source("page/files.js")},
        needs=(PAGE_PIECE,),
        doing=say("tool.doing_files"),
        made=say("tool.made_files"),
        slots={slot("files"): script_line("files")},
    )


def _rules(design: ToolDesign) -> list[Piece]:
    names = {wish.id: wish.text for wish in design.wishes}
    return [
        Piece(
            id=f"rule-{rule.number}",
            name=names[rule.requirement][:80],
            requirements=(rule.requirement,),
            files={f"tool/rule-{rule.number}.js": rule_file(rule)},
            needs=(rule.section,),
            doing=say("tool.doing_rule"),
            made=say("tool.made_rule"),
            slots={slot(f"rule-{rule.number}"): script_line(f"rule-{rule.number}")},
        )
        for rule in design.rules
    ]


def _unfollowed(spec: NuggetSpec) -> list[str]:
    names = [use.name for use in spec.skills or ()] + [use.name for use in spec.rules or ()]
    return [say("workshop.note_skill", name=name[:40]) for name in names]
