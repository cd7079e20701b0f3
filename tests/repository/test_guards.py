"""The rules that hold for every test are proved on tests that break them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BREAKERS = """
import asyncio, logging, os, socket, subprocess, sys, threading, time, warnings
import support.leaks

support.leaks.PATIENCE = 0.2

def test_child(): subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
def test_thread(): threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
def test_log(): logging.getLogger("a").warning("surprise")
def test_promise(expect_log): expect_log("never comes")
async def test_task(): test_task.left = asyncio.create_task(asyncio.sleep(60))
def test_network(): socket.create_connection(("192.0.2.1", 80), 1)
def test_warning(): warnings.warn("old habit", DeprecationWarning)
def test_qt():
    from PySide6.QtCore import qWarning
    qWarning("a Qt message")
"""
KEEPERS = """
import asyncio, logging, os, socket
from pathlib import Path

def test_announced(expect_log):
    expect_log("sur.rise")
    logging.getLogger("a").warning("surprise")

def test_loopback():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()

def test_home(home):
    assert Path.home() == home and not list(home.iterdir())
    assert os.environ["ELISA_HOME"].startswith(str(home))
    assert not {"OPENAI_API_KEY", "ELISA_POLICY"} & os.environ.keys()

async def test_async(home):
    await asyncio.sleep(0)
    assert home.is_dir()
"""


def run(folder: Path, content: str) -> str:
    """Run tests under our conftest in a folder of their own; return what pytest printed."""
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    (folder / "test_it.py").write_text(content, encoding="utf-8")
    rules = str(ROOT / "pyproject.toml")
    command = [sys.executable, "-m", "pytest", "-c", rules, "--rootdir", str(folder), "-rfEp", str(folder)]
    environ = os.environ | {"PYTHONPATH": str(ROOT / "tests"), "OPENAI_API_KEY": "sk-canary", "ELISA_POLICY": "x"}
    return subprocess.run(command, env=environ, cwd=folder, capture_output=True, text=True, check=False).stdout


def test_every_kind_of_leak_and_surprise_fails_a_test(tmp_path: Path) -> None:
    printed = run(tmp_path, BREAKERS)
    complained = set(re.findall(r"^(?:FAILED|ERROR) test_it\.py::(\w+)", printed, re.MULTILINE))
    assert complained == set(re.findall(r"def (test_\w+)", BREAKERS)), printed


def test_what_is_announced_or_stays_on_this_computer_passes(tmp_path: Path) -> None:
    assert "4 passed" in run(tmp_path, KEEPERS)


@pytest.mark.parametrize("name", ["HOME", "ELISA_HOME"])
def test_a_test_never_sees_the_real_home(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert os.environ[name].startswith(str(tmp_path_factory.getbasetemp()))
