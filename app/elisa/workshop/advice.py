"""Advice of the workshop: it has no opinions, so it counts what is there and names one block that would help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop.conversation import Answer

if TYPE_CHECKING:
    from elisa.spec.data_block import DataBlock
    from elisa.workshop.conversation import Talk

NOTE = "submit_note"
_LONGEST_PERSONA = 60
_PICTURES = (".svg", ".png", ".jpg", ".webp", ".gif")


def advise(talk: Talk) -> Answer:
    """Hand in a note: who speaks, what was counted, and a next step; nothing that was not looked at."""
    data = talk.data
    adviser = data.facts.get("adviser")
    about = str(adviser.get("about", "")) if isinstance(adviser, dict) else ""
    persona = " ".join(str(adviser.get("persona", "")).split()) if isinstance(adviser, dict) else ""
    head = say("workshop.advice_persona", persona=persona[:_LONGEST_PERSONA]) if persona else ""
    body = _on_result(data, about) if data.facts.get("moment") == "result" else _on_plan(data, about)
    note = " ".join(part for part in (head, body, say("workshop.advice_honest")) if part)
    return Answer(note, [(NOTE, {"note": note})])


def _on_plan(data: DataBlock, about: str) -> str:
    spec = data.spec
    tasks = data.plan.tasks if data.plan else ()
    match about:
        case "docs" | "launch":
            guide = any(task.kind == "guide" for task in tasks)
            return say("workshop.advice_guide" if guide else "workshop.advice_no_guide")
        case "debugging":
            proofs = len(spec.workflow.behavioral_tests or ())
            return say("workshop.advice_proofs", count=proofs, wishes=len(spec.requirements))
        case "art" | "design" | "media":
            styled = spec.style is not None and bool(spec.style.visual)
            return say("workshop.advice_look" if styled else "workshop.advice_no_look")
        case "interfaces":
            parts = spec.composition
            count = len(parts.provides) + len(parts.requires) if parts else 0
            return say("workshop.advice_parts", count=count)
        case "story":
            return say("workshop.advice_story", count=len(spec.nugget.goal.split()))
        case _:
            chains = sum(bool(task.dependencies) for task in tasks)
            return say("workshop.advice_steps", count=len(tasks), waiting=chains)


def _on_result(data: DataBlock, about: str) -> str:
    tests = data.facts.get("tests")
    counts: dict[str, int] = tests if isinstance(tests, dict) else {}
    files = data.facts.get("files")
    sizes: dict[str, int] = files if isinstance(files, dict) else {}
    match about:
        case "docs" | "story" | "launch":
            return say("workshop.advice_readme" if "README.md" in sizes else "workshop.advice_no_readme")
        case "debugging":
            passed, failed = counts.get("passed", 0), counts.get("failed", 0)
            return say("workshop.advice_tests", passed=passed, failed=failed)
        case "art" | "design" | "media":
            count = sum(path.lower().endswith(_PICTURES) for path in sizes)
            return say("workshop.advice_pictures", count=count)
        case _:
            largest = max(sizes, key=lambda path: sizes[path], default="")
            return say("workshop.advice_files", count=len(sizes), largest=largest or "-")


def study(talk: Talk) -> Answer:
    """Hand in no cards: the build makes them by rule from what it measured, which is all that the workshop could do."""
    del talk
    return Answer("", [("submit_cards", {"cards": []})])
