"""When this, then that: what starts it on the page, and what happens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.workshop.kits.page.contents import quoted
from elisa.workshop.kits.website.site import Section

if TYPE_CHECKING:
    from elisa.spec.nugget import Requirement
    from elisa.workshop.kits.page.naming import Slugs
    from elisa.workshop.kits.website.site import Site

_KEY = re.compile(
    r"\b(?:press(?:es)?|hit|key)\s+(?:the\s+)?(?:key\s+)?['\"“]?(?P<key>space|enter|[a-z0-9])['\"”]?\b", re.IGNORECASE
)
_SAYING = re.compile(
    r"^\s*(?:it |the page |he |she )?(?:shows?|says?|writes?|tells?|greets?|displays?)\s+"
    r"(?:the (?:words?|text|message)\s+)?"
)
_LONGEST = 120


def read_reaction(need: Requirement, body: list[Requirement], site: Site, slugs: Slugs) -> Section | None:
    """Return a when/then or a timer as a section, or ``None`` where one half of it is beyond the kit."""
    if need.type == "timer":
        trigger, action = "", ", ".join(one.description for one in body)
        starts: dict[str, object] = {"on": "every", "seconds": max(need.interval_seconds or 1.0, 0.5)}
    else:
        trigger, action = need.trigger or need.description, need.action or ""
        starts = _start(trigger, site)
    does = _deed(action, site)
    if not does or not starts:
        return None
    words = need.in_words if trigger else f"{need.description}: {action}"
    key = slugs.of(f"{trigger} {action}", "when")
    ids = [need.id, *(one.id for one in body)]
    return Section("reaction", key, "", ids, [], {**starts, **does, "words": words, "trigger": trigger})


def _start(trigger: str, site: Site) -> dict[str, object]:
    known = site.speech.table("when")
    pressed = _KEY.search(trigger)
    if _any(trigger, known["sent"], site) and site.of("form"):
        return {"on": "sent"}
    if _any(trigger, known["opened"], site):
        return {"on": "opened"}
    if _any(trigger, known["liked"], site) and site.of("favourites"):
        return {"on": "liked"}
    if pressed and "button" not in trigger.casefold():
        return {"on": "pressed", "key": pressed["key"].casefold()}
    if not _any(trigger, [*known["clicked"], *known["pressed"]], site):
        return {}
    things = site.eyes.things(trigger)
    own = quoted(trigger)
    thing = things[0] if things and "button" not in trigger.casefold() else None
    return {"on": "clicked", "thing": thing, "label": own[0] if own else ""}


def _deed(action: str, site: Site) -> dict[str, object]:
    text = action[:400].strip()
    own = quoted(text)
    concepts = [name for name, phrases in site.speech.table("actions").items() if _any(text, phrases, site)]
    things = site.eyes.things(text)
    names = site.speech.table("colours")
    colour = next(
        (names[word] for word in re.findall(r"[^\W\d_]+", text.casefold()) if word in names),
        "",
    )  # fmt: skip
    if own and not {"fact"} & set(concepts):
        return {"does": "say", "say": own[0][:_LONGEST]}
    for name in ("confetti", "sound", "spin", "jump", "grow", "count", "dark"):
        if name in concepts:
            return {"does": name, "actor": things[0] if things else site.star}
    if "colour" in concepts and colour:
        return {"does": "colour", "colour": colour}
    if "fact" in concepts and site.of("facts"):
        return {"does": "fact"}
    if things and "show" in concepts:
        return {"does": "show", "actor": things[0]}
    said = _SAYING.sub("", text).strip(" .:")
    return {"does": "say", "say": said[:1].upper() + said[1:_LONGEST]} if "say" in concepts and said != text else {}


def _any(text: str, phrases: list[str], site: Site) -> bool:
    return site.speech.hears(text, phrases)
