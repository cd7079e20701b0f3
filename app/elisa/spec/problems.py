"""What is wrong with a workspace, tied to the block that it is about."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Problem(BaseModel):
    """One finding. ``error`` stops a build, ``warning`` does not; ``message`` is for a child."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    block_id: str | None = None
    block_type: str | None = None
    message: str
    severity: Literal["error", "warning"]
