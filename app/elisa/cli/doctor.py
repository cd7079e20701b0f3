"""``elisa doctor``: checks this installation, one sentence and one next step each."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated

import typer

from elisa.cli.app import DONE, FAILED, write_line
from elisa.core.text import say

_MARK = {"ok": "✓", "warn": "!", "fail": "✗"}


def command(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False) -> int:
    """Check this installation: web engine, key store, certificates, git, ports, sandbox, disk."""
    from elisa import wiring

    findings = asyncio.run(wiring.check_installation())
    well = all(finding.health != "fail" for finding in findings)
    if as_json:
        checks = [finding.model_dump() for finding in findings]
        write_line(json.dumps({"ok": well, "checks": checks}, ensure_ascii=False, indent=2))
        return DONE if well else FAILED
    for finding in findings:
        write_line(f"{_MARK[finding.health]} {finding.sentence}")
        if finding.detail and finding.health != "ok":
            write_line(f"    {finding.detail.strip().splitlines()[-1]}")
    write_line(say("doctor.all_well" if well else "doctor.look"))
    return DONE if well else FAILED
