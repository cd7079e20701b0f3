from __future__ import annotations

import json
import os
import random
import signal
import time
from typing import TYPE_CHECKING

import pytest

from elisa.workspace.archive import pack, read_nugget, unpack
from support.folder_states import state_of
from support.killing import killed_before

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills by signal")

BLOCKS = 12


def fill(folder: Path, turn: int) -> None:
    blocks = [{"type": "feature", "id": f"b{n}", "x": n, "y": turn} for n in range(BLOCKS)]
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "workspace.json").write_text(json.dumps({"blocks": {"languageVersion": 0, "blocks": blocks}}))
    for number in range(5):
        (folder / "src" / f"{number}.js").write_bytes(bytes([turn % 256]) * 5000)


def turn_of(path: Path) -> int:
    blocks = read_nugget(path).workspace["blocks"]
    assert isinstance(blocks, dict)
    turns = {block["y"] for block in blocks["blocks"]}
    assert len(blocks["blocks"]) == BLOCKS
    assert len(turns) == 1
    return int(turns.pop())


def test_report_P012_a_save_killed_anywhere_leaves_the_old_or_the_new_nugget(tmp_path: Path) -> None:
    target, folder = tmp_path / "mine.elisa", tmp_path / "n"
    fill(folder, 1)
    pack(folder, target)
    fill(folder, 2)
    seen, killed = set(), True
    for touch in range(200):
        killed = killed_before(touch, pack, folder, target)
        seen.add(turn_of(target))
        if not killed:
            break
    assert not killed
    assert seen == {1, 2}


def test_opening_killed_anywhere_leaves_nothing_or_everything(tmp_path: Path) -> None:
    fill(tmp_path / "n", 1)
    source = pack(tmp_path / "n", tmp_path / "mine.elisa").path
    unpack(source, tmp_path / "whole")
    whole = state_of(tmp_path / "whole")
    killed, target = True, tmp_path
    for touch in range(200):
        target = tmp_path / f"target-{touch}"
        killed = killed_before(touch, unpack, source, target)
        assert not target.exists() or state_of(target) == whole
        if not killed:
            break
    assert not killed
    assert target.exists()


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_report_P012_two_hundred_kills_at_random_moments(tmp_path: Path) -> None:
    chance = random.Random(12)
    folder, target = tmp_path / "n", tmp_path / "mine.elisa"
    fill(folder, 0)
    pack(folder, target)
    for _ in range(200):
        before = turn_of(target)
        child = os.fork()
        if child == 0:
            for turn in range(before + 1, before + 10_000):
                fill(folder, turn)
                pack(folder, target)
            os._exit(0)
        while turn_of(target) == before:
            os.sched_yield()
        time.sleep(chance.uniform(0, 0.03))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert turn_of(target) > before
