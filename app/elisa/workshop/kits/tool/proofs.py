"""The tests of a tool: what a person does in a section, and what the page shows then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elisa.core.text import say
from elisa.workshop import escaping
from elisa.workshop.kits.listening import short
from elisa.workshop.kits.tool.words import source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elisa.workshop.kits.tool.design import Check, ToolDesign, Wish

_BEFORE = (
    '  const before = { entries: await entries(page), sounds: await happened(page, "sounds"), '
    'cheers: await happened(page, "cheers"), shakes: await happened(page, "shakes"), '
    "dice: await page.count(`${at} [data-die]`) };"
)
_ASKED = {
    "checklist": ("all_done",), "timer": ("seconds", "end", "next", "preset"), "counter": ("step", "goal"),
    "dice": ("sides", "count", "faces"), "converter": ("from", "to", "rate", "shift", "place"), "habits": ("goal",),
    "scores": ("step", "goal"), "cards": ("pairs",),
}  # fmt: skip


def tests_of(wish: Wish, design: ToolDesign) -> dict[str, str]:
    """Return a wish's test files, one for each section that it speaks of; the child's own proofs stand in them."""
    files: dict[str, str] = {}
    proofs = [proof for proof in design.proofs if proof.requirement == wish.id and proof.check is not None]
    checks: list[tuple[str, str, Check]] = [(_title(wish, check), "", check) for check in wish.checks]
    checks += [(proof.words, proof.id, proof.check) for proof in proofs if proof.check is not None]
    for place, kind in enumerate(dict.fromkeys(check.section for _, _, check in checks)):
        name = f"tests/{wish.id}.test.js" if place == 0 else f"tests/{wish.id}-{kind}.test.js"
        own = [(title, proof, check) for title, proof, check in checks if check.section == kind]
        files[name] = _section_file(kind, wish.id, own, design)
    if wish.page:
        name = f"tests/{wish.id}.test.js" if not files else f"tests/{wish.id}-page.test.js"
        files[name] = _page_file(wish.id, wish.page, wish.text, design)
    return files


def whole_tests(design: ToolDesign) -> dict[str, str]:
    """Return the test of the whole page."""
    text = source("page/page.proofs.js") + _const("asked", {"title": design.title, "sections": list(design.sections)})
    return {"tests/tool.test.js": text + _page_test(say("tool.test_whole"), "whole", "")}


def _title(wish: Wish, check: Check) -> str:
    return f"{short(wish.text, 90)} ({check.step}: {check.effect or check.sight})".replace("_", " ")


def _const(name: str, value: object) -> str:
    return f"const {name} = {escaping.as_js(value)};\n"


def _section_file(kind: str, requirement: str, checks: Iterable[tuple[str, str, Check]], design: ToolDesign) -> str:
    checks = list(checks)
    facts = design.sections[kind].facts
    asked: dict[str, Any] = {"title": design.sections[kind].title, "items": facts["items"]}
    asked |= {key: facts[key] for key in _ASKED.get(kind, ()) if key in facts}
    if kind == "drawing":
        asked |= {"colour": facts["colours"][0], "colours": len(facts["colours"])}
    parts = [_const("at", f"#{kind}"), _const("asked", asked), source("page/hands.js"), source(f"{kind}/proofs.js")]
    if any(check.effect for _, _, check in checks):
        parts.append(source("page/effects.proofs.js"))
    return "".join([*parts, *(_test(title, requirement, proof, check) for title, proof, check in checks)])


def _test(title: str, requirement: str, proof: str, check: Check) -> str:
    marks = f"requirement: {escaping.as_js(requirement)}" + (f", proof: {escaping.as_js(proof)}" if proof else "")
    seen = (
        f"effects.{check.effect}(page, before, {escaping.as_js(check.words)})"
        if check.effect
        else f"sees.{check.sight}(page, before)"
    )
    return "\n".join(
        [
            f"test({escaping.as_js(title)}, {{ {marks} }}, async (page) => {{",
            _BEFORE,
            f"  await does.{check.step}(page);",
            f"  await {seen};",
            "});\n",
        ]
    )


def _page_file(requirement: str, names: Iterable[str], words: str, design: ToolDesign) -> str:
    text = source("page/page.proofs.js") + _const("asked", {"title": design.title, "sections": list(design.sections)})
    return text + "".join(
        _page_test(f"{short(words, 90)} ({name})", name, requirement) for name in dict.fromkeys(names)
    )


def _page_test(title: str, name: str, requirement: str) -> str:
    marks = f"{{ requirement: {escaping.as_js(requirement)} }}" if requirement else "{}"
    return f"test({escaping.as_js(title)}, {marks}, (page) => whole.{name}(page));\n"
