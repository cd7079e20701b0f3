"""What is wrong with a workspace or a library, tied to the block that it is about; every code stands in ``CODES``."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict

from elisa.core.text import say_in

if TYPE_CHECKING:
    from collections.abc import Mapping

Severity = Literal["error", "warning"]


class Problem(BaseModel):
    """One finding. ``error`` stops a build, ``warning`` does not; ``message`` is for a child."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    block_id: str | None = None
    block_type: str | None = None
    message: str
    severity: Severity


_ERRORS = (
    "malformed_workspace",  # the workspace is not an object, or its blocks are not a list
    "too_many_blocks",  # more blocks than are read
    "more_problems",  # so many findings that the rest is only counted
    "no_goal",  # no idea block at the top of a stack
    "empty_goal",  # the idea block has no words
    "long_text",  # more characters than the format allows; cut in the spec
    "too_many",  # more of one kind than the format allows; the rest is left out
    "library_not_a_list",  # skills.json, rules.json or portals.json holds no list
)
_WARNINGS = (
    "malformed_block",  # a block that cannot be read, named by its number
    "circular_block",  # a block that holds itself (never from a file)
    "unknown_block",  # a type that this version does not know
    "second_goal",  # an idea block after the first
    "detached",  # a stack that hangs on no idea block
    "disabled",  # switched off: it and what is inside is left out
    "empty_text",  # a bubble that needs words; the block still counts
    "untouched_text",  # a bubble that still says what it said in the toolbox
    "empty_name",  # a helper without a name gets one
    "same_name",  # two helpers of one name; the later gets a number
    "bad_value",  # not one of the choices, or out of range
    "wrong_type",  # a text of another JSON type
    "broken_text",  # half a character, which no file can hold
    "unknown_field",  # a field that this block does not have
    "unknown_input",  # blocks in a place that this block does not have
    "bad_id",  # an id that is no text, or too long; a made-up one is used
    "duplicate_id",  # two blocks with one id; the later gets another
    "misplaced_test",  # a proof outside a wish
    "misplaced_block",  # a block where its kind has no place
    "nothing_chosen",  # no skill, rule, portal or capability is chosen
    "missing_skill",
    "missing_rule",
    "missing_portal",
    "missing_capability",
    "capability_kind",  # the portal can do it, but not as this kind of block
    "portal_config",  # settings without a command, or with parts that are no text; those parts are left out
    "overridden",  # a later block says the same thing differently
    "empty_container",  # nothing inside where something belongs
    "bad_item",  # a skill, rule or portal without what it needs
    "bad_part",  # a part of a skill, rule or portal that cannot be read
    "duplicate_item",  # two library items with one id; the first counts
    "missing_interface",  # no nugget in the folder gives what a block needs
    "interface_type",  # one gives it, but as something else
    "skill_empty",  # a skill in steps that has none
    "skill_cycle",  # skills that use each other in a circle
    "skill_too_deep",  # skills that use skills, more than ten levels
    "skill_answers",  # more answers than a question may have; the rest is left out
    "skill_steps",  # more steps than the format allows; the rest is left out
)
CODES: Mapping[str, Severity] = MappingProxyType(
    {**dict.fromkeys(_ERRORS, "error"), **dict.fromkeys(_WARNINGS, "warning")}
)
"""Every problem code with its severity. The sentence for ``code`` is ``problems.code`` in ``core.text``."""


def problem(
    code: str, /, block_id: str | None = None, block_type: str | None = None, *, language: str = "en", **values: object
) -> Problem:
    """Build the problem with this code; ``values`` fill its sentence.

    Raises:
        KeyError: ``CODES`` does not have the code.
    """
    return Problem(
        code=code,
        block_id=block_id,
        block_type=block_type,
        message=say_in(language, f"problems.{code}", **values),
        severity=CODES[code],
    )


def can_build(problems: tuple[Problem, ...] | list[Problem]) -> bool:
    """Tell whether nothing in the list stops a build."""
    return all(found.severity != "error" for found in problems)
