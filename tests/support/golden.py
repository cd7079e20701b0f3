"""The golden corpus of blocks: each file holds a workspace with its library, and what they come to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elisa.blocks.interpret import interpret
from elisa.blocks.skill_flow import read_skill_plan
from elisa.spec.library import Skill, read_library

if TYPE_CHECKING:
    from elisa.blocks.catalog import Catalog

FOLDER = Path(__file__).parents[1] / "unit" / "blocks" / "golden"
Case = dict[str, Any]


def canvas_cases() -> dict[str, Path]:
    """Return the cases of whole workspaces by name."""
    return {place.stem: place for place in sorted(FOLDER.glob("*.json"))}


def skill_cases() -> dict[str, Path]:
    """Return the cases of composite skills by name."""
    return {place.stem: place for place in sorted((FOLDER / "skills").glob("*.json"))}


def load(place: Path) -> Case:
    """Return a case as it stands in its file."""
    case: Case = json.loads(place.read_text(encoding="utf-8"))
    return case


def read_canvas(case: Case, catalog: Catalog) -> Case:
    """Return what a workspace comes to today."""
    library, library_problems = read_library(case.get("skills"), case.get("rules"), case.get("portals"))
    spec, problems = interpret(case["workspace"], library, catalog)
    return {
        "spec": spec.model_dump(mode="json"),
        "problems": [found.model_dump(mode="json") for found in (*library_problems, *problems)],
    }


def read_skill(case: Case, catalog: Catalog) -> Case:
    """Return what a composite skill comes to today."""
    plan, problems = read_skill_plan(Skill.model_validate(case["skill"]), catalog)
    return {
        "plan": plan.model_dump(mode="json"),
        "problems": [found.model_dump(mode="json") for found in problems],
    }


def rewrite(catalog: Catalog) -> None:
    """Write what every case comes to today into its file; then read the difference before you keep it."""
    readers = [(place, read_canvas) for place in canvas_cases().values()]
    readers += [(place, read_skill) for place in skill_cases().values()]
    for place, read in readers:
        case = load(place)
        case.update(read(case, catalog))
        text = json.dumps(case, indent=1, ensure_ascii=False) + "\n"
        place.write_bytes(text.encode("utf-8", "backslashreplace"))  # half a character becomes a JSON escape again
