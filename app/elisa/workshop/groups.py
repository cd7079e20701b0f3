"""Parts grouped into pieces of work: what belongs together is built together, each requirement in exactly one piece."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.understand.vocabulary import PART_OF_ACTION

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.kit import Kit
    from elisa.workshop.understand.design import Design, PartUse

_TOGETHER = (("stage", "hero", "prop"), ("keys", "pointer"), ("opening", "ending"))
_ALWAYS_THERE = ("stage", "hero", "prop")


@dataclass
class Group:
    """One piece of work.

    Attributes:
        id: Short name, also the task's id.
        parts: Keys of the parts, in the kit's order.
        requirements: What it fulfils.
        needs: Ids of groups that must be done first.
    """

    id: str
    parts: list[str] = field(default_factory=list)
    requirements: list[str] = field(default_factory=list)
    needs: set[str] = field(default_factory=set)


def group_parts(design: Design, spec: NuggetSpec, kit: Kit) -> list[Group]:
    """Cut a design into groups; the first is the stage, on which all others stand."""
    cut = _Cut(design)
    for item in design.understood:
        if not item.left_out:
            cut.claim(item.id, [wish.part for wish in item.wishes])
    cut.sweep()
    groups = _as_told(cut.groups(), spec)
    _order(groups, design, spec, kit)
    return without_circles(groups)


def _as_told(groups: list[Group], spec: NuggetSpec) -> list[Group]:
    """Put groups into the order of the child's wishes, and take out of the stage what must come after something."""
    places = {need.id: place for place, need in enumerate(spec.requirements)}
    stage, *others = groups
    others.sort(key=lambda group: min((places[name] for name in group.requirements), default=len(places)))
    maker = {name: group for group in groups for name in group.requirements}
    for need in spec.requirements:
        earlier = [maker[name] for name in need.after if maker.get(name, stage) is not stage]
        if maker.get(need.id) is stage and earlier:
            stage.requirements.remove(need.id)
            earlier[-1].requirements.append(need.id)
            maker[need.id] = earlier[-1]
    return [stage, *others]


class _Cut:
    """Union of parts: each part starts in a heap of its own (or of its fixed companions)."""

    def __init__(self, design: Design) -> None:
        self._design = design
        self._heap_of: dict[str, int] = {}
        self._claims: dict[int, list[str]] = {}
        for place, use in enumerate(design.parts):
            companions = next((names for names in _TOGETHER if use.part in names), None)
            first = next((other for other in design.parts if companions and other.part in companions), use)
            self._heap_of[use.key] = design.parts.index(first) if companions else place

    def claim(self, requirement: str, parts: list[str]) -> None:
        """Give a requirement to the heap of its parts; heaps that nobody claimed before become one."""
        heaps = list(dict.fromkeys(self._heap_of[part] for part in parts if part in self._heap_of))
        free = (
            [heap for heap in heaps if heap not in self._claims and heap != self._stage] or heaps[-1:] or [self._stage]
        )
        for other in free[1:]:
            self._join(other, free[0])
        self._claims.setdefault(free[0], []).append(requirement)

    @property
    def _stage(self) -> int:
        return self._heap_of["stage"]

    def _join(self, heap: int, into: int) -> None:
        for key, known in self._heap_of.items():
            if known == heap:
                self._heap_of[key] = into
        self._claims.setdefault(into, []).extend(self._claims.pop(heap, []))
        if not self._claims[into]:
            del self._claims[into]

    def sweep(self) -> None:
        """What the game needs and nobody asked for goes along with the end screens, rules with what they change."""
        screens = self._heap_of.get("ending", self._heap_of.get("opening"))
        for use in self._design.parts:
            heap = self._heap_of[use.key]
            if heap in self._claims or heap == self._stage:
                continue
            if (
                use.part in ("score", "hearts", "clock", "best", "sound", "sparkles", "jump", "levels")
                and screens is not None
            ):
                self._join(heap, screens) if heap != screens else None
            elif use.part == "when":
                self._join(
                    heap, self._heap_of.get(PART_OF_ACTION.get(str(use.settings.get("action")), ""), self._stage)
                )

    def groups(self) -> list[Group]:
        """Return the heaps as groups, the stage first."""
        found: dict[int, Group] = {}
        taken: set[str] = set()
        for use in sorted(self._design.parts, key=lambda one: self._heap_of[one.key] != self._stage):
            heap = self._heap_of[use.key]
            if heap not in found:
                found[heap] = Group(_name(use, taken), requirements=list(self._claims.get(heap, [])))
                taken.add(found[heap].id)
            found[heap].parts.append(use.key)
        return list(found.values())


def _name(use: PartUse, taken: set[str]) -> str:
    if use.part in _ALWAYS_THERE:
        wanted = "stage"
    elif use.thing is not None and use.part in ("hazard", "treasure"):
        wanted = escaping.as_file(use.thing.words, use.key)
    else:
        wanted = {"keys": "moves", "pointer": "moves", "opening": "screens", "ending": "screens", "when": use.key}.get(
            use.part, use.part
        )
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}-{number}", number + 1
    return name


def _order(groups: list[Group], design: Design, spec: NuggetSpec, kit: Kit) -> None:
    home = {part: group for group in groups for part in group.parts}
    maker = {requirement: group for group in groups for requirement in group.requirements}
    for group in groups:
        needed = set(_needed_parts(group, design, kit)) | {"stage"}
        group.needs |= {home[part].id for part in needed if part in home} - {group.id}
        if group is groups[0]:
            group.needs.clear()
    for need in spec.requirements:
        later = maker.get(need.id)
        for earlier in need.after:
            first = maker.get(earlier)
            if later is not None and first is not None and first is not later and later is not groups[0]:
                later.needs.add(first.id)


def _needed_parts(group: Group, design: Design, kit: Kit) -> Iterable[str]:
    for key in group.parts:
        use = design.part(key)
        if use is None:
            continue
        yield from kit.part(use.part).needs
        if use.part == "when":
            yield PART_OF_ACTION.get(str(use.settings.get("action")), "stage")


def without_circles(groups: list[Group]) -> list[Group]:
    """Where an order makes a circle, the groups in it become one: they are done together."""
    while True:
        above = {group.id: _ancestors(group.id, groups) for group in groups}
        pair = next(
            (
                (one, other)
                for one in groups
                for other in groups
                if one is not other and one.id in above[other.id] and other.id in above[one.id]
            ),
            None,
        )
        if pair is None:
            return groups
        one, other = pair
        one.parts += other.parts
        one.requirements += other.requirements
        one.needs |= other.needs
        groups.remove(other)
        for group in groups:
            group.needs = {one.id if need == other.id else need for need in group.needs} - {group.id}


def _ancestors(start: str, groups: list[Group]) -> set[str]:
    needs = {group.id: group.needs for group in groups}
    found: set[str] = set()
    waiting = list(needs[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(needs.get(name, ()))
    return found
