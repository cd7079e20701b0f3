"""A child that takes too much is ended with all that it started, and it is said why."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from elisa.core.errors import ElisaError
from elisa.process.internal import internal_command
from elisa.process.limits import MEBIBYTE, Ended, Limits
from elisa.process.run import Finished, run_child
from elisa.process.sandbox import Sandbox
from elisa.process.tree import descendants

WALLS = pytest.mark.parametrize("bubblewrap", [True, False], ids=["bubblewrap", "landlock"])
DETACH = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        {}\n"


async def run_code(code: str, folder: Path, limits: Limits, *, bubblewrap: bool = True, stdin: bytes = b"") -> Finished:
    walls = Sandbox(writable=(folder,), bubblewrap=bubblewrap)
    command = internal_command("python", "-c", code)
    return await run_child(command, cwd=folder, limits=limits, sandbox=walls, stdin=stdin)


@WALLS
@pytest.mark.parametrize(
    ("code", "limits", "ended"),
    [
        ("while True: pass", Limits(seconds=1), "timeout"),
        ("import time; time.sleep(60)", Limits(seconds=1), "timeout"),
        ("while True: pass", Limits(seconds=30, cpu_seconds=1), "timeout"),
        ("x = 'a' * 10**9", Limits(seconds=30), "memory"),
        ("x = [bytearray(10**6) for _ in range(10**5)]", Limits(seconds=30, address_space=False), "memory"),
        ("while True: print('x' * 1000)", Limits(seconds=30, output_bytes=MEBIBYTE), "output"),
        ("import sys\nwhile True: sys.stderr.write('x' * 1000)", Limits(seconds=30, output_bytes=MEBIBYTE), "output"),
        ("import os, time\nfor _ in range(7): os.fork()\ntime.sleep(60)", Limits(seconds=30), "processes"),
        ("import os; os.kill(os.getpid(), 9)", Limits(seconds=30), "killed"),
        ("input()", Limits(seconds=30), "exited"),
    ],
)
async def test_it_is_ended_and_it_is_said_why(
    tmp_path: Path, code: str, limits: Limits, ended: Ended, bubblewrap: bool
) -> None:
    done = await run_code(code, tmp_path, limits, bubblewrap=bubblewrap)
    assert done.ended == ended, done.stderr
    assert done.returncode != 0
    assert done.seconds < 20
    assert descendants(os.getpid()) == []


async def test_a_large_file_is_refused(tmp_path: Path) -> None:
    done = await run_code("open('big', 'wb').write(bytes(10**7))", tmp_path, Limits(file_bytes=MEBIBYTE))
    assert done.returncode == 1
    assert "File too large" in done.stderr
    assert (tmp_path / "big").stat().st_size <= MEBIBYTE


async def test_cut_output_is_marked_and_not_longer_than_allowed(tmp_path: Path) -> None:
    done = await run_code("while True: print('é' * 99)", tmp_path, Limits(seconds=30, output_bytes=5000))
    assert done.stdout.endswith("\n[… the rest was cut off]\n")
    assert len(done.stdout.encode()) < 5100


async def test_bytes_that_are_no_text_are_shown_as_such(tmp_path: Path) -> None:
    done = await run_code(r"import os; os.write(1, b'\xff\xfe ok \xf0\x9f\xa6\x94\n')", tmp_path, Limits())
    assert done.stdout == "\ufffd\ufffd ok 🦔\n"


async def test_lines_come_while_it_runs_and_its_input_is_given(tmp_path: Path) -> None:
    lines: list[str] = []
    done = await run_child(
        internal_command("python", "-c", "print(input()); print(input(), end='')"), cwd=tmp_path,
        sandbox=Sandbox(writable=(tmp_path,)), stdin="Zoë\n日本\n".encode(), on_line=lines.append,
    )  # fmt: skip
    assert (done.ended, done.returncode) == ("exited", 0)
    assert lines == ["Zoë", "日本"]


@WALLS
async def test_the_exit_code_is_its_own(tmp_path: Path, bubblewrap: bool) -> None:
    assert (await run_code("raise SystemExit(3)", tmp_path, Limits(), bubblewrap=bubblewrap)).returncode == 3


@WALLS
async def test_cancelling_ends_it_with_what_detached_itself(tmp_path: Path, bubblewrap: bool) -> None:
    code = DETACH.format("time.sleep(600)") + "open('ready', 'w')\ntime.sleep(600)"
    task = asyncio.create_task(run_code(code, tmp_path, Limits(seconds=None), bubblewrap=bubblewrap))
    await asyncio.to_thread(_until, (tmp_path / "ready").exists)
    assert len(descendants(os.getpid())) >= 2
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert descendants(os.getpid()) == []


@WALLS
async def test_what_detaches_itself_ends_with_the_program(tmp_path: Path, bubblewrap: bool) -> None:
    code = DETACH.format("open('alive', 'w').write(str(os.getpid())); time.sleep(600)") + (
        "while not os.path.exists('alive') or not open('alive').read(): time.sleep(0.02)"
    )
    done = await run_code(code, tmp_path, Limits(seconds=30), bubblewrap=bubblewrap)
    assert done.ended == "exited"
    assert descendants(os.getpid()) == []


@WALLS
def test_nothing_is_left_when_we_are_killed(tmp_path: Path, bubblewrap: bool) -> None:
    inner = DETACH.format("time.sleep(600)") + "open('ready', 'w')\nwhile True: time.sleep(600)"
    outer = (
        "import asyncio, pathlib\n"
        "from elisa.process.run import run_child\n"
        "from elisa.process.sandbox import Sandbox\n"
        "from elisa.process.internal import internal_command\n"
        f"folder = pathlib.Path({str(tmp_path)!r})\n"
        f"walls = Sandbox(writable=(folder,), bubblewrap={bubblewrap})\n"
        f"asyncio.run(run_child(internal_command('python', '-c', {inner!r}), cwd=folder, sandbox=walls))\n"
    )
    with subprocess.Popen([sys.executable, "-c", outer]) as parent:
        _until((tmp_path / "ready").exists)
        family = descendants(parent.pid)
        assert len(family) >= 3
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    _until(lambda: not [pid for pid in family if _lives(pid)])


async def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ElisaError) as caught:
        await run_child(["no-such-program"], cwd=tmp_path)
    assert caught.value.code == "process.not_found"
    assert "no-such-program" in caught.value.sentence


def test_arguments_meet_no_shell(tmp_path: Path) -> None:
    done = asyncio.run(run_child(["echo", "$(touch pwned); `touch pwned`; x && touch pwned"], cwd=tmp_path))
    assert done.stdout.startswith("$(touch pwned)")
    assert list(tmp_path.iterdir()) == []


def test_its_private_home_is_gone_afterwards(tmp_path: Path) -> None:
    code = "import os, tempfile; open(os.path.expanduser('~/x'), 'w'); print(tempfile.mkdtemp())"
    done = asyncio.run(run_code(code, tmp_path, Limits()))
    assert done.returncode == 0, done.stderr
    assert not Path(done.stdout.strip()).parent.is_dir()


def _lives(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def _until(true: object) -> None:
    assert callable(true)
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)
