"""The one fenced JSON block that every prompt carries: the job as data, for models and for the workshop alike.

The workshop reads only this block. Backticks and angle brackets are escaped, so nothing that a child or a file wrote
can close the fence or open another one.
"""

from __future__ import annotations

import json
import re
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from elisa.spec.devices import is_secret
from elisa.spec.nugget import NuggetSpec
from elisa.spec.plan import Plan, Task

DataKind = Literal["plan", "build", "test", "review", "guide", "fix", "judge", "skill", "advise", "narrate", "study"]
FENCE = "elisa-data"
HIDDEN = "(hidden)"
_FENCED = re.compile(r"^```" + FENCE + r"\n(?P<json>[^\n]*)\n```$", re.MULTILINE)
_ESCAPES = {"`": "\\u0060", "<": "\\u003c", ">": "\\u003e", "\u2028": "\\u2028", "\u2029": "\\u2029"}


class DataBlock(BaseModel):
    """What a prompt is about.

    Attributes:
        kind: What is asked for; ``plan`` wants a call of ``submit_plan``, ``judge`` and ``review`` a verdict call.
        spec: The child's whole wish.
        plan: The checked plan, once there is one.
        task: The task at hand, except for ``plan``.
        language: Two-letter code of the language that the child reads.
        device_context: Facts on boards and their plug-ins, as text; empty without a board.
        facts: Measured facts about the code: ``files`` (path → size in bytes), ``failing_tests``
            (name → message), ``faults`` of a refused plan, ``attempt`` (1 …), ``feedback`` of the child or a reviewer,
            ``skills`` (name → what a skill made of steps gave back), ``condition`` and ``round`` of rounds.
    """

    model_config = ConfigDict(extra="forbid")

    kind: DataKind
    spec: NuggetSpec
    plan: Plan | None = None
    task: Task | None = None
    language: str = "en"
    device_context: str = ""
    facts: dict[str, Any] = Field(default_factory=dict)

    def fenced(self) -> str:
        """Return the block as it stands in a prompt: one line of JSON between two fence lines.

        Wi-Fi passwords of boards and the environment of portals (where their tokens stand) are hidden: a prompt may
        travel to a model anywhere.
        """
        dump = self.model_dump(mode="json")
        _hide_secrets(dump["spec"])
        line = json.dumps(dump, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        for char, escape in _ESCAPES.items():
            line = line.replace(char, escape)
        return f"```{FENCE}\n{line}\n```"


def _hide_secrets(spec: dict[str, Any]) -> None:
    for portal in spec.get("portals", ()):
        env: dict[str, str] = portal.get("mcpConfig", {}).get("env", {})
        env.update(dict.fromkeys(env, HIDDEN))
    for device in spec.get("devices", ()):
        fields: dict[str, Any] = device["fields"]
        fields.update({name: HIDDEN for name in fields if is_secret(name)})


def find_data_block(prompt: str) -> DataBlock | None:
    """Return the first data block of a prompt, or ``None`` where there is none.

    Raises:
        pydantic.ValidationError: The fence is there but does not hold a data block.
    """
    found = _FENCED.search(prompt)
    return None if found is None else DataBlock.model_validate_json(found["json"])
