"""The long-lived child that talks in JSON lines."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from elisa.core.errors import ElisaError
from elisa.process.child import open_child
from elisa.process.internal import internal_command
from elisa.process.limits import Limits
from elisa.process.tree import descendants

if TYPE_CHECKING:
    from pathlib import Path

ECHO = "import sys, json\nfor line in sys.stdin:\n    print(json.dumps({'heard': json.loads(line)}), flush=True)"
LIMITS = Limits(seconds=None)


async def test_it_answers_each_line(tmp_path: Path) -> None:
    async with open_child(internal_command("python", "-c", ECHO), cwd=tmp_path, limits=LIMITS, sandbox=None) as child:
        for words in ("hello", "🦔\n日本", "x" * 2_000_000):
            await child.send({"words": words})
            assert await child.receive(seconds=20) == {"heard": {"words": words}}
    assert descendants(os.getpid()) == []


async def test_its_death_is_told_with_what_it_said_last(tmp_path: Path) -> None:
    command = internal_command("python", "-c", "import sys; sys.exit('no engine here')")
    async with open_child(command, cwd=tmp_path, limits=LIMITS, sandbox=None) as child:
        with pytest.raises(ElisaError) as caught:
            await child.receive(seconds=20)
        assert caught.value.code == "process.child_died"
        assert "no engine here" in caught.value.detail
        with pytest.raises(ElisaError):
            await child.receive(seconds=20)
        with pytest.raises(ElisaError):
            await child.send({})


async def test_its_silence_is_told(tmp_path: Path) -> None:
    command = internal_command("python", "-c", "import time; time.sleep(600)")
    async with open_child(command, cwd=tmp_path, limits=LIMITS, sandbox=None) as child:
        with pytest.raises(ElisaError) as caught:
            await child.receive(seconds=0.2)
    assert caught.value.code == "process.child_silent"


async def test_what_is_no_json_is_passed_over(tmp_path: Path) -> None:
    command = internal_command("python", "-c", "print('hello'); print('[1]'); print('{\"a\": 1}')")
    async with open_child(command, cwd=tmp_path, limits=LIMITS, sandbox=None) as child:
        assert await child.receive(seconds=20) == {"a": 1}


async def test_it_is_ended_when_it_takes_too_much_memory(tmp_path: Path) -> None:
    command = internal_command("python", "-c", "x = [bytearray(10**6) for _ in range(10**5)]")
    limits = Limits(seconds=None, memory_bytes=200_000_000, address_space=False)
    async with open_child(command, cwd=tmp_path, limits=limits, sandbox=None) as child:
        with pytest.raises(ElisaError) as caught:
            await child.receive(seconds=60)
    assert caught.value.code == "process.child_died"
