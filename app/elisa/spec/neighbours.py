"""Nuggets that lie in one folder: what the others provide, and what this one requires and none of them gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import BaseModel, ConfigDict

from elisa.spec.problems import problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elisa.spec.nugget import Interface, NuggetSpec
    from elisa.spec.problems import Problem

MOST_WISHES = 12
"""Wishes of a provider that a prompt carries."""


class Offer(BaseModel):
    """Something that a nugget provides."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    type: str
    description: str = ""


class Neighbour(BaseModel):
    """Another nugget in the same folder; ``wishes`` are its own words for what it does."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nugget: str
    goal: str
    offers: tuple[Offer, ...]
    wishes: tuple[str, ...] = ()


class Unmet(NamedTuple):
    """A need that nobody fills; ``other_type`` is what a neighbour gives under that name instead."""

    need: Interface
    other_type: str | None
    nugget: str


def neighbour_of(name: str, spec: NuggetSpec) -> Neighbour | None:
    """Return what a nugget is for its neighbours; ``None`` for one that provides nothing."""
    provided = spec.composition.provides if spec.composition else []
    if not provided:
        return None
    offers = (Offer(name=one.name, type=one.type, description=one.description or "") for one in provided)
    wishes = tuple(wish.in_words for wish in spec.requirements[:MOST_WISHES])
    return Neighbour(nugget=name, goal=spec.nugget.goal, offers=tuple(offers), wishes=wishes)


def unmet(spec: NuggetSpec, neighbours: Sequence[Neighbour]) -> Iterator[Unmet]:
    """Yield each need that no neighbour fills by name and type."""
    for need in spec.composition.requires if spec.composition else ():
        same = [(one.nugget, offer) for one in neighbours for offer in one.offers if _same(offer.name, need.name)]
        if any(_same(offer.type, need.type) for _, offer in same):
            continue
        nugget, other = (same[0][0], same[0][1].type) if same else ("", None)
        yield Unmet(need, other, nugget)


def link_problems(spec: NuggetSpec, neighbours: Sequence[Neighbour]) -> Iterator[Problem]:
    """Yield a problem on the block of each need that nobody fills."""
    for one in unmet(spec, neighbours):
        code = "missing_interface" if one.other_type is None else "interface_type"
        yield problem(
            code,
            one.need.block_id,
            "nugget_requires",
            name=one.need.name,
            type=one.need.type,
            other=one.other_type or "",
            nugget=one.nugget,
        )


def link_facts(spec: NuggetSpec, neighbours: Sequence[Neighbour]) -> list[dict[str, Any]]:
    """Return the neighbours that fill a need, as a prompt's facts: their interface and what they do."""
    needs = spec.composition.requires if spec.composition else []
    found = []
    for one in neighbours:
        offers = [offer for offer in one.offers if any(_same(offer.name, need.name) for need in needs)]
        if offers:
            found.append({**one.model_dump(mode="json", exclude={"offers"}), "provides": [_plain(o) for o in offers]})
    return found


def _plain(offer: Offer) -> dict[str, str]:
    return offer.model_dump(mode="json")


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()
