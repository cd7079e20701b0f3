"""Where a feedback loop begins and ends: the child's words for a task, tied to a task of the plan."""

from __future__ import annotations

import re
import unicodedata
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.spec.nugget import NuggetSpec
    from elisa.spec.plan import Plan, Task

_WORD = re.compile(r"[^\W_]+")
_FILLING = """
    the a an my our task tasks step part phase helper agent of and
    el la los las mi tarea paso de del y le les mon ma tâche étape du et der die das den dem mein meine aufgabe schritt
"""
_FILL = frozenset(_FILLING.split())
_CALLED = {
    "test": "test tests testing tester prueba pruebas probar probador essai essais testeur testen prüfung prüfen",
    "build": "build building builder make making maker code coding construir construcción constructor construire "
    "construction constructeur bauen bau bauer baumeister",
    "review": "review reviews reviewing reviewer revisar revisión revisor relire relecture relecteur durchsicht",
    "guide": "guide readme guía anleitung",
}
_KINDS: Mapping[str, str] = MappingProxyType({word: kind for kind, told in _CALLED.items() for word in told.split()})
_NUMBERED = re.compile(r"(?:task|step|tarea|paso|tâche|étape|aufgabe|schritt)?[\s_-]*(\d{1,3})")
_NAMELESS = frozenset(["", "task-id", "task id", "everything", "all", "todo", "tout", "alles"])
_STEM = 5
"""Letters by which words count as the same: scores, scoring, score."""


class End(NamedTuple):
    """What the words mean: one task, or (``None``) the work as a whole."""

    task: Task | None


def find_end(name: str, spec: NuggetSpec, plan: Plan) -> End | None:
    """Return what a child means; ``None`` where nothing fits, or several tasks fit equally well.

    The exact name counts first: a task's id or name, a wish's id or words, a helper's name. Then what kind of work it
    is, a number, and at last the task whose words have most in common with it.
    """
    wanted = unicodedata.normalize("NFC", " ".join(name.split())).casefold()
    if wanted in _NAMELESS:
        return End(None)
    exact = _exact(wanted, spec, plan) or _by_helper(wanted, plan)
    if exact is not None:
        return End(exact)
    words = [word for word in _WORD.findall(wanted) if word not in _FILL]
    kinds = {_KINDS.get(word, "") for word in words}
    if len(kinds) == 1 and "" not in kinds:
        return _by_kind(kinds.pop(), plan)
    return _by_number(wanted, plan) or _by_words(words, spec, plan)


def _exact(wanted: str, spec: NuggetSpec, plan: Plan) -> Task | None:
    for task in plan.tasks:
        if wanted in (task.id.casefold(), task.name.strip().casefold()):
            return task
    meant = {
        wish.id
        for wish in spec.requirements
        if wanted in (wish.id, wish.description.strip().casefold(), wish.in_words.strip().casefold())
    }
    return next((task for task in _makers(plan) if meant & set(task.requirement_ids)), None)


def _by_helper(wanted: str, plan: Plan) -> Task | None:
    """Return the last task of a helper with this name; the three of the default squad are called by their work."""
    words = " ".join(word for word in _WORD.findall(wanted) if word not in _FILL)
    tasks = [task for task in plan.tasks if task.agent_name.casefold() in (wanted, words)]
    return tasks[-1] if tasks and words not in _KINDS else None


def _by_kind(kind: str, plan: Plan) -> End:
    """Return the one task of a kind; testing and reviewing happen also without a task, and several count as a whole."""
    tasks = [task for task in plan.tasks if task.kind == kind]
    return End(tasks[0] if len(tasks) == 1 else None)


def _by_number(wanted: str, plan: Plan) -> End | None:
    found = _NUMBERED.fullmatch(wanted)
    number = int(found[1]) if found else 0
    return End(plan.tasks[number - 1]) if 1 <= number <= len(plan.tasks) else None


def _by_words(words: list[str], spec: NuggetSpec, plan: Plan) -> End | None:
    wanted = {word[:_STEM] for word in words if len(word) > 2}
    wishes = {wish.id: f"{wish.description} {wish.in_words}" for wish in spec.requirements}
    scores: dict[int, list[Task]] = {}
    for task in plan.tasks:
        said = " ".join([task.id, task.name, *(wishes.get(one, "") for one in task.requirement_ids)])
        known = {word[:_STEM] for word in _WORD.findall(said.casefold()) if word not in _FILL}
        scores.setdefault(len(wanted & known), []).append(task)
    best = max(scores, default=0)
    if best == 0:
        return None
    tasks = [task for task in scores[best] if task.kind not in ("test", "review")] or scores[best]
    return End(tasks[0]) if len(tasks) == 1 else None


def _makers(plan: Plan) -> list[Task]:
    return [task for task in plan.tasks if task.kind not in ("test", "review")]
