"""``elisa tools --format VENDOR``: the 12 skills as a vendor's API takes them."""

from __future__ import annotations

import json
from typing import Annotated, Literal

import typer

from elisa.cli.app import DONE, write_line


def command(
    vendor: Annotated[
        Literal["anthropic", "openai", "gemini"],
        typer.Option("--format", help="Whose format: anthropic, openai or gemini."),
    ],
) -> int:
    """Print the 12 skills as a JSON array in a vendor's tool format."""
    from elisa import wiring

    write_line(json.dumps(wiring.tool_schemas(vendor), ensure_ascii=False, indent=2))
    return DONE
