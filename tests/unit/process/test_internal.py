"""Ourselves as a child: entries, and generated code that takes us for Python."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from elisa.process.environment import child_environment
from elisa.process.internal import as_python, internal_arguments, internal_command, run_internal
from elisa.process.run import run_child
from elisa.process.sandbox import Sandbox

if TYPE_CHECKING:
    from pathlib import Path


def test_a_command_names_its_entry_and_can_be_read_back() -> None:
    command = internal_command("pytest", "-q", "tests")
    assert command[0] == sys.executable
    assert internal_arguments(command) == ["pytest", "-q", "tests"]
    assert internal_arguments(["ls", "-l"]) is None


def test_an_installed_app_calls_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert internal_command("page") == [sys.executable, "--elisa-internal", "page"]


def test_an_unknown_entry_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_internal(["gui"]) == 2
    assert "gui" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["-c", "1"], ["-m", "json.tool"], ["main.py"], ["-u", "main.py"]])
def test_we_are_python_only_where_the_environment_says_so(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ELISA_AS_PYTHON", raising=False)
    assert not as_python(words)
    monkeypatch.setenv("ELISA_AS_PYTHON", "1")
    assert as_python(words)
    assert not as_python(["build", "game.elisa"])


@pytest.mark.parametrize(
    ("words", "out"),
    [
        (["-c", "import sys; print(__name__, sys.argv)", "a"], "__main__ ['-c', 'a']\n"),
        (["-u", "-X", "utf8", "main.py", "a", "b"], "__main__ ['a', 'b'] friend\n"),
        (["-m", "main", "a"], "__main__ ['a'] friend\n"),
    ],
)
def test_our_executable_runs_python_like_python(tmp_path: Path, words: list[str], out: str) -> None:
    (tmp_path / "main.py").write_text("import sys, friend\nprint(__name__, sys.argv[1:], friend.NAME)\n")
    (tmp_path / "friend.py").write_text("NAME = 'friend'\n")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "elisa", *words], cwd=tmp_path, env=child_environment(tmp_path),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == out


async def test_a_program_sees_no_module_of_ours_before_its_own(tmp_path: Path) -> None:
    (tmp_path / "elisa.py").write_text("NAME = 'the child’s own'\n", encoding="utf-8")
    (tmp_path / "main.py").write_text("import sys\nprint([p for p in sys.path if p.endswith('/app')])\n")
    done = await run_child(internal_command("python", "main.py"), cwd=tmp_path, sandbox=Sandbox(writable=(tmp_path,)))
    assert done.stdout == "[]\n", done.stderr


async def test_pip_is_ours(tmp_path: Path) -> None:
    done = await run_child(internal_command("pip", "--version"), cwd=tmp_path, sandbox=Sandbox(writable=(tmp_path,)))
    assert done.stdout.startswith("pip "), done.stderr


def test_an_address_with_a_password_is_not_passed_on(tmp_path: Path) -> None:
    ours = {
        "HTTPS_PROXY": "http://pupil:secret@proxy:8080", "http_proxy": "http://proxy:8080", "LANG": "fr_FR.UTF-8",
        "OPENAI_API_KEY": "sk-1", "PIP_INDEX_URL": "https://token:x@index/simple",
    }  # fmt: skip
    assert "http_proxy" not in child_environment(tmp_path, ours=ours)
    made = child_environment(tmp_path, network=True, ours=ours)
    assert made["http_proxy"] == "http://proxy:8080"
    assert made["LANG"] == "fr_FR.UTF-8"
    assert not {"HTTPS_PROXY", "PIP_INDEX_URL", "OPENAI_API_KEY"} & set(made)
