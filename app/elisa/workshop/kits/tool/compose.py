"""The files of a tool: the page, its dress, one script for each section and each rule of the child."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.kit import load_kit
from elisa.workshop.kits.listening import without_name
from elisa.workshop.kits.page.contents import Eyes
from elisa.workshop.kits.page.dress import Pictures, colours_css, dress_of
from elisa.workshop.kits.tool.words import load_words, source
from elisa.workshop.understand.style import look_of

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.kits.page.contents import Drawn
    from elisa.workshop.kits.tool.design import Rule, Section, ToolDesign

PAGE = "index.html"
_SCENES = {
    "fun_colorful": "meadow", "clean_simple": "snow", "dark_techy": "city", "nature": "forest", "space": "space",
}  # fmt: skip
_MOST_LINKS = 2
_LONGEST_GOAL = 140


def page_files(design: ToolDesign, spec: NuggetSpec) -> dict[str, str]:
    """Return the page, its styles, its pictures and the scripts that all sections share."""
    kit = load_kit()
    look, _ = look_of(spec.style)
    dress = dress_of(kit, look, _SCENES[look], night=look in ("dark_techy", "space"), colour="", seed=design.seed)
    pictures = Pictures(kit, dress)
    mascot = mascot_of(design, spec)
    scene = pictures.scene_files(dress.scene, dress.light)
    layers = {name.rpartition("-")[2].removesuffix(".svg"): name for name in scene}
    css = f"{colours_css(dress)}\n:root {{\n" + "".join(
        f"  --{layer}: url(../{layers[layer]});\n" for layer in ("sky", "back", "front")
    )
    return {
        PAGE: _page(design, pictures.file(mascot) if mascot else ""),
        "tool/look.css": css + "}\n" + source(f"looks/{look}.css"),
        "tool/tool.css": source("page/tool.css"),
        "tool/tool.js": source("page/tool.js"),
        "tool/effects.js": source("page/effects.js"),
        **scene,
        **(pictures.files(mascot) if mascot else {}),
    }


def mascot_of(design: ToolDesign, spec: NuggetSpec) -> Drawn | None:
    """Return the first thing that the child names and that has a drawing."""
    eyes = Eyes(design.language)
    texts = [design.goal, *(need.description for need in spec.requirements)]
    found = [thing for text in texts for thing in eyes.things(text)]
    return next((thing for thing in found if thing.alive), found[0] if found else None)


def section_file(section: Section, design: ToolDesign) -> str:
    """Return a section's script."""
    facts = {key: value for key, value in section.facts.items() if key != "trouble"}
    if "page" in facts:
        facts["page"] = design.title
    return source(f"{section.kind}/section.js").replace("{{facts}}", escaping.as_js(facts))


def rule_file(rule: Rule) -> str:
    """Return the script of one rule of the child."""
    colours = load_words("en").general["colours"]
    call = {
        "sound": "tool.effects.sound()",
        "say": f"tool.effects.say({escaping.as_js(rule.words)})",
        "confetti": "tool.effects.confetti()",
        "colour": f"tool.effects.colour({escaping.as_js(rule.words)}, {escaping.as_js(colours.get(rule.words, ''))})",
        "shake": "tool.effects.shake()",
    }[rule.effect]
    return f'// A rule of yours.\n"use strict";\ntool.when({escaping.as_js(rule.event)}, () => {call});\n'


def slot(name: str) -> str:
    """Return the name of a script's slot."""
    return f"script-{name}"


def script_line(name: str) -> list[str]:
    """Return the line that loads a script."""
    return [f'<script src="tool/{name}.js"></script>']


def scripts_of(design: ToolDesign) -> list[str]:
    """Return the scripts that pieces bring, in the order in which the page loads them."""
    return [*design.sections, "files", *(f"rule-{rule.number}" for rule in design.rules)]


def _page(design: ToolDesign, mascot: str) -> str:
    slots = "".join(f"<!-- {name} -->\n<!-- slot: {slot(name)} -->\n" for name in scripts_of(design))
    scripts = '<script src="tool/tool.js"></script>\n<script src="tool/effects.js"></script>\n'
    links = "".join(
        f'            <a href="#{section.kind}">{escaping.as_html(section.title)}</a>\n'
        for section in design.sections.values()
    )
    wishes = [wish.text for wish in design.wishes if not wish.left_out and wish.text.strip()]
    values = {
        "language": escaping.as_html(design.language),
        "title": escaping.as_html(design.title),
        "slug": escaping.as_file(design.title, "tool"),
        "shape": f"many count-{len(design.sections)}" if len(design.sections) > 1 else "one",
        "mascot": f'<img src="{mascot}" alt="">' if mascot else "",
        "goal": escaping.as_html(_goal(design)),
        "links": f'        <nav aria-label="Parts of this tool">\n{links}        </nav>\n'
        if len(design.sections) > _MOST_LINKS
        else "",
        "places": "".join(f'        <section class="card" id="{kind}" hidden></section>\n' for kind in design.sections),
        "wishes": "".join(f"                <li>{escaping.as_html(words)}</li>\n" for words in wishes),
        "scripts": scripts + slots,
    }
    page = source("page/index.html")
    for name, value in values.items():
        page = page.replace("{{" + name + "}}", value)
    return page


def _goal(design: ToolDesign) -> str:
    goal = without_name(design.goal)
    if goal.casefold().endswith(design.title.casefold()):
        return ""
    return goal if len(goal) <= _LONGEST_GOAL else goal[: _LONGEST_GOAL - 1].rsplit(" ", 1)[0] + "…"
