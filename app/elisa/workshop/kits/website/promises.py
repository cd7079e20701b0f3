"""What a page must be or must not have, as a wish: big letters, any screen, nothing scary, a colour, a background."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.workshop.kits.page.dress import lively
from elisa.workshop.kits.website.site import Section
from elisa.workshop.understand.lexicon import load_lexicon
from elisa.workshop.understand.style import DEFAULT_SCENE, scene_of

if TYPE_CHECKING:
    from elisa.spec.nugget import Requirement
    from elisa.workshop.kits.website.site import Site

_WITHOUT = (
    "scary",
    "violent",
    "rude",
    "ads",
    "no_internet",
    "flashing",
    "video",
    "sound",
    "account",
    "chat",
    "shop",
    "calm",
)
_BEING = ("big_words", "any_screen", "keys_only")
_LONGEST_READ = 400


def read_promise(need: Requirement, site: Site) -> Section | None:
    """Return the promise in a wish; ``None`` where it is no promise that the kit can keep."""
    text = need.description[:_LONGEST_READ]
    found = site.speech.spot(text)
    wanted = [one.concept for one in found if not one.negated]
    refused = [one.concept for one in found if one.negated]
    if need.type == "constraint":
        # "Nothing scary", "be scary" in a block that says "must not".
        refused += [concept for concept in wanted if concept in ("scary", "violent", "rude", "ads", "flashing")]
    kept = next((concept for concept in refused if concept in _WITHOUT), None)
    kept = kept or next((concept for concept in _BEING if concept in wanted), None)
    if kept is not None:
        return Section("promise", f"promise-{need.id}", requirements=[need.id], values={"what": kept})
    return _colour(need, text, wanted, site) or _background(need, text, wanted, site)


def _colour(need: Requirement, text: str, wanted: list[str], site: Site) -> Section | None:
    names = site.speech.table("colours")
    word = next((word for word in re.findall(r"[^\W\d_]+", text.casefold()) if word in names), "")
    if not word or "looks" not in wanted:
        return None
    if lively(names[word]) != site.dress.accent:
        return None
    values = {"what": "colour", "colour": site.dress.accent}
    return Section("promise", f"promise-{need.id}", requirements=[need.id], values=values)


def _background(need: Requirement, text: str, wanted: list[str], site: Site) -> Section | None:
    if "looks" not in wanted:
        return None
    scene = scene_of([load_lexicon().read(text, site.language)], None)
    if scene == DEFAULT_SCENE or scene != site.dress.scene:
        return None
    return Section("promise", f"promise-{need.id}", requirements=[need.id], values={"what": "scene", "scene": scene})
