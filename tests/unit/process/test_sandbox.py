"""What a sandboxed child can reach, with bubblewrap around it and with Landlock alone."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from elisa.process.internal import internal_command
from elisa.process.limits import Limits
from elisa.process.run import Finished, run_child
from elisa.process.sandbox import Means, Sandbox, probe_means

WALLS = pytest.mark.parametrize("bubblewrap", [True, False], ids=["bubblewrap", "landlock"])


async def run_code(code: str, folder: Path, *, bubblewrap: bool, readable: tuple[Path, ...] = ()) -> Finished:
    needed = probe_means().bubblewrap if bubblewrap else probe_means().landlock
    if not needed:
        pytest.skip("this computer has no such wall")
    walls = Sandbox(writable=(folder,), readable=readable, bubblewrap=bubblewrap)
    return await run_child(internal_command("python", "-c", code), cwd=folder, limits=Limits(seconds=30), sandbox=walls)


@WALLS
async def test_its_own_folder_can_be_read_and_written(tmp_path: Path, bubblewrap: bool) -> None:
    (tmp_path / "given.txt").write_text("🦔", encoding="utf-8")
    done = await run_code("open('made.txt', 'w').write(open('given.txt').read() * 2)", tmp_path, bubblewrap=bubblewrap)
    assert done.ended == "exited"
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "made.txt").read_text(encoding="utf-8") == "🦔🦔"


@WALLS
async def test_a_folder_beside_it_cannot_be_read(tmp_path: Path, bubblewrap: bool) -> None:
    secret, own = tmp_path / "secret.txt", tmp_path / "own"
    secret.write_text("treasure")
    own.mkdir()
    done = await run_code(f"print(open({str(secret)!r}).read())", own, bubblewrap=bubblewrap)
    assert done.returncode == 1
    assert "treasure" not in done.stdout
    assert "FileNotFoundError" in done.stderr or "PermissionError" in done.stderr


@WALLS
async def test_the_folder_that_elisa_was_started_in_cannot_be_read(
    tmp_path: Path, bubblewrap: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, own = tmp_path / "start", tmp_path / "own"
    for folder in (start, own):
        folder.mkdir()
    (start / "diary.txt").write_text("treasure")
    monkeypatch.chdir(start)
    monkeypatch.syspath_prepend(str(start))  # as ``python -m elisa`` does
    done = await run_code(f"print(open({str(start / 'diary.txt')!r}).read())", own, bubblewrap=bubblewrap)
    assert done.returncode == 1
    assert "treasure" not in done.stdout


@WALLS
@pytest.mark.parametrize(
    "how",
    ["open({path!r}, 'w')", "__import__('os').remove({path!r})", "__import__('os').truncate({path!r}, 0)",
     "__import__('os').rename({path!r}, 'x')", "__import__('os').symlink({path!r}, 'l') or open('l', 'a').write('x')"],
)  # fmt: skip
async def test_a_file_outside_cannot_be_changed(tmp_path: Path, bubblewrap: bool, how: str) -> None:
    outside, own = tmp_path / "outside.txt", tmp_path / "own"
    outside.write_text("as it was")
    own.mkdir()
    done = await run_code(how.format(path=str(outside)), own, bubblewrap=bubblewrap)
    assert done.returncode == 1
    assert outside.read_text() == "as it was"


@WALLS
async def test_what_is_readable_is_not_writable(tmp_path: Path, bubblewrap: bool) -> None:
    given, own = tmp_path / "given", tmp_path / "own"
    for folder in (given, own):
        folder.mkdir()
    (given / "words.txt").write_text("hello")
    done = await run_code(
        f"print(open('{given}/words.txt').read()); open('{given}/new.txt', 'w')", own,
        bubblewrap=bubblewrap, readable=(given,),
    )  # fmt: skip
    assert done.stdout == "hello\n"
    assert done.returncode == 1
    assert not (given / "new.txt").exists()


@WALLS
async def test_it_cannot_talk_to_a_server_on_this_computer(tmp_path: Path, bubblewrap: bool) -> None:
    visits = []

    async def greet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(1)
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        done = await run_code(
            f"import socket; socket.create_connection(('127.0.0.1', {port}), 2)", tmp_path, bubblewrap=bubblewrap
        )
    assert done.returncode == 1
    assert visits == []


@WALLS
async def test_it_cannot_see_or_end_our_process(tmp_path: Path, bubblewrap: bool) -> None:
    code = f"import os; print(os.listdir('/proc/{os.getpid()}'))"
    assert (await run_code(code, tmp_path, bubblewrap=bubblewrap)).returncode == 1
    done = await run_code(f"import os; os.kill({os.getpid()}, 0)", tmp_path, bubblewrap=bubblewrap)
    assert done.returncode == 1


@WALLS
async def test_pitfall_43_no_key_and_no_secret_is_in_its_environment(
    tmp_path: Path, bubblewrap: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GITHUB_TOKEN", "MY_PASSWORD", "ELISA_HOME", "AWS_SECRET"):
        monkeypatch.setenv(name, "sk-treasure")
    code = "import os; print(dict(os.environ)); print([open(f'/proc/{p}/environ').read() for p in ('self',)])"
    done = await run_code(code, tmp_path, bubblewrap=bubblewrap)
    assert done.returncode == 0, done.stderr
    assert "sk-treasure" not in done.stdout
    assert str(Path.home()) not in done.stdout


@WALLS
async def test_a_nugget_file_that_is_called_like_a_module_is_not_run_before_the_walls_stand(
    tmp_path: Path, bubblewrap: bool
) -> None:
    for name in ("json", "ctypes", "resource", "elisa", "typing"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('taken over')")
    done = await run_code("print('mine')", tmp_path, bubblewrap=bubblewrap)
    assert done.stdout == "mine\n", done.stderr


async def test_a_program_that_is_not_ours_is_held_too(tmp_path: Path) -> None:
    secret, own = tmp_path / "secret.txt", tmp_path / "own"
    secret.write_text("treasure")
    own.mkdir()
    done = await run_child(["cat", str(secret)], cwd=own, sandbox=Sandbox(writable=(own,), bubblewrap=False))
    assert done.returncode == 1
    assert done.stdout == ""


def test_the_means_are_named_strongest_first() -> None:
    assert Means(bubblewrap="/usr/bin/bwrap", landlock=7).words == "bubblewrap + landlock 7 + limits"
    assert Means(bubblewrap=None, landlock=0).words == "limits"
