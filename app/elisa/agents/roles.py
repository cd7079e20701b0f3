"""Which prompt a piece of work needs, from its kind and from the role of the helper who does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from elisa.spec.data_block import DataKind
    from elisa.spec.nugget import Role

PromptName = Literal[
    "planner", "builder", "custom", "tester", "reviewer", "fixer", "guide", "judge", "skill", "adviser", "study"
]

_BY_KIND: dict[str, PromptName] = {
    "plan": "planner",
    "build": "builder",
    "test": "tester",
    "review": "reviewer",
    "fix": "fixer",
    "guide": "guide",
    "judge": "judge",
    "skill": "skill",
    "advise": "adviser",
    "study": "study",
}


def prompt_name(kind: DataKind, role: Role | None = None) -> PromptName:
    """Return the prompt: what the helper's rights do not allow is never asked of it.

    Raises:
        KeyError: A kind that no helper does in this loop.
    """
    if kind in ("build", "fix") and role in ("tester", "reviewer"):
        return "tester" if role == "tester" else "reviewer"
    if kind == "build" and role == "custom":
        return "custom"
    return _BY_KIND[kind]
