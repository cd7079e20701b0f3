"""What a person asks for when they press GO, as plain values: from a command's arguments or from a window."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict


class BuildRequest(BaseModel):
    """One GO.

    Attributes:
        source: A ``.elisa`` file, a nugget's folder or its ``workspace.json``.
        out: The folder that is built in; made if it is not there.
        provider, model, base_url: ``None`` leaves them to policy and settings.
        script: The scripted model's answers.
        allow: What a person allows: ``network``, ``install``, ``portal:ID``.
        fix: What the child wants mended in what is built in ``out``; ``None`` builds the blocks.
        budget: Tokens of all calls together; ``None`` leaves it to policy and settings.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: Path
    out: Path
    provider: str | None = None
    model: str | None = None
    base_url: str | None = None
    script: Path | None = None
    yes: bool = False
    allow: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    fix: str | None = None
    budget: int | None = None
    single_file: Path | None = None
