"""The shelf of kits: which function draws which kind of nugget. The game kit stands elsewhere, it has its own bench."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.blueprint import Blueprint

    Draw = Callable[[NuggetSpec, str], Blueprint]


def kits() -> dict[str, Draw]:
    """Return kind → the function that draws it; a kind that is missing is built by the game kit."""
    from elisa.workshop.kits.script.draw import draw as draw_script
    from elisa.workshop.kits.story.draw import draw as draw_story
    from elisa.workshop.kits.tool.draw import draw as draw_tool
    from elisa.workshop.kits.website.draw import draw as draw_website

    return {"script": draw_script, "story": draw_story, "tool": draw_tool, "website": draw_website}
