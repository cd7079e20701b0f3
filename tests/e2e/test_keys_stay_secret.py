"""A key in real builds, a failing one included: it is nowhere on the disk, in no child, and in nothing that is said."""

from __future__ import annotations

import sys
import zlib
from typing import TYPE_CHECKING

import pygit2
import pytest

from support.building import planned, task, writes
from support.command import Ran, elisa
from support.nuggets import features, write_nugget
from support.wire import serving
from support.wire_answers import Call, Refusal, Reply, from_script

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = "sk-test-CANARY-1234567890"
MARK = "CANARY"
LOOKS = """import os
import pathlib
import pytest


@pytest.mark.requirement("req_0")
def test_no_key_is_here():
    from counter import count
    seen = repr(dict(os.environ)) + repr(pathlib.Path("/proc/self/environ").read_bytes())
    assert "CAN" + "ARY" not in seen
    assert count() == 1
"""


def everything_in(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Return every file below a folder, and every object of every version store, unpacked."""
    for path in folder.rglob("*"):
        if path.is_file():
            raw = path.read_bytes()
            yield str(path), raw
            try:
                yield f"{path} unpacked", zlib.decompress(raw)
            except zlib.error:
                continue
    for store in folder.rglob("versions.git"):
        repository = pygit2.Repository(str(store))
        for oid in repository:
            yield f"{store} {oid}", repository[oid].read_raw()


def assert_nowhere(folder: Path, *runs: Ran) -> None:
    assert [name for name, content in everything_in(folder) if MARK.encode() in content] == []
    for ran in runs:
        assert MARK not in ran.out + ran.err


@pytest.fixture
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.mark.usefixtures("_key")
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_report_P092_a_key_is_nowhere_after_a_build_a_failure_and_an_export(tmp_path: Path, home: Path) -> None:
    source = write_nugget(tmp_path / "nugget", features("it counts"))
    work = writes("a", {"counter.py": "def count():\n    return 1\n", "tests/test_counter.py": LOOKS})
    out, events = tmp_path / "out", tmp_path / "events.jsonl"

    with serving(from_script(planned(task("a", 0)), work)) as wire:
        arguments = ["--provider", "openai", "--base-url", wire.url, "--model", "played", "--events", str(events)]
        built = elisa("build", source, "--out", out, *arguments, cwd=tmp_path)
        assert wire.calls[0].headers["authorization"] == f"Bearer {KEY}"
    assert built.code == 0, built.out + built.err
    packed = elisa("nugget", "pack", out, tmp_path / "packed.elisa", cwd=tmp_path)
    assert packed.code == 0

    async def no(_: Call) -> Reply | Refusal:
        return Refusal(401, {"message": f"Incorrect API key provided: {KEY}. You sent Bearer {KEY}"})

    with serving(no) as wire:
        arguments = [*arguments[:2], "--base-url", wire.url, "--model", "played", "--json"]
        failed = elisa("build", source, "--out", tmp_path / "failed", *arguments, cwd=tmp_path)
    assert failed.code == 1
    assert failed.events[-1]["code"] == "providers.wrong_key"
    assert (home / "elisa" / "logs" / "elisa.log").exists()
    assert_nowhere(tmp_path, built, packed, failed)
    assert_nowhere(home)
