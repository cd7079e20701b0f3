"""``elisa models``, ``elisa history`` and completion, as a person or a shell types them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from elisa.cli.app import COMMANDS
from elisa.providers.models import known_models
from support.building import planned, task, writes
from support.command import elisa
from support.nuggets import PAGE, PAGE_TEST, features, write_nugget
from support.wire import serving
from support.wire_answers import OVERLOADED, Refusal, Reply, from_script, in_order

if TYPE_CHECKING:
    from pathlib import Path

CONVERSATIONS = [planned(task("a", 0)), writes("a", {"index.html": PAGE, "tests/count.test.js": PAGE_TEST})]


def offers(*arguments: str, cwd: Path) -> dict[str, dict[str, Any]]:
    ran = elisa("models", "--json", *arguments, cwd=cwd)
    return {offer["provider"]: offer for offer in json.loads(ran.out)["providers"]}


def test_without_a_key_or_a_server_the_workshop_is_there_and_the_rest_says_what_is_missing(tmp_path: Path) -> None:
    ran = elisa("models", cwd=tmp_path)
    assert ran.code == 0
    assert "The workshop is always here." in ran.out
    assert "OpenAI needs a key." in ran.out
    assert "LM Studio is not running." in ran.out
    assert f"Known since {known_models().as_of}" in ran.out
    found = offers(cwd=tmp_path)
    assert list(found) == ["workshop", "claude", "openai", "lmstudio", "openrouter"]
    assert [name for name, offer in found.items() if offer["usable"]] == ["workshop"]
    usual = [model for model in found["openai"]["models"] if model["usual"]]
    assert [model["name"] for model in usual] == [known_models().defaults["openai"]]
    assert usual[0]["input_usd"] > 0


@pytest.mark.parametrize("name", ["lmstudio", "openai", "openrouter", "claude"])
def test_a_server_that_answers_is_asked_for_its_models(name: str, tmp_path: Path) -> None:
    with serving(in_order(Reply()), models=["small", "large"]) as wire:
        found = offers("--provider", name, "--base-url", wire.url, cwd=tmp_path)
        assert wire.paths == ["GET /v1/models"]
    assert list(found) == [name]
    assert found[name]["usable"]
    assert [model["name"] for model in found[name]["models"]] == ["small", "large"]


def test_a_server_without_models_and_one_that_is_not_there_are_said_and_end_with_1(tmp_path: Path) -> None:
    with serving(in_order(Reply()), models=[]) as wire:
        ran = elisa("models", "--provider", "lmstudio", "--base-url", wire.url, cwd=tmp_path)
    assert (ran.code, "no model is loaded" in ran.out) == (1, True)
    ran = elisa("models", "--provider", "lmstudio", "--base-url", "http://127.0.0.1:1", cwd=tmp_path)
    assert (ran.code, "Not reached." in ran.out) == (1, True)
    ran = elisa("models", "--provider", "telepathy", cwd=tmp_path)
    assert ran.code == 2
    assert "telepathy" in ran.err


@pytest.mark.parametrize("name", ["claude", "openai", "openrouter"])
def test_a_build_without_a_key_ends_with_2_and_one_sentence(name: str, tmp_path: Path) -> None:
    source = write_nugget(tmp_path / "nugget", features("it counts"))
    ran = elisa("build", source, "--out", tmp_path / "out", "--provider", name, cwd=tmp_path)
    assert ran.code == 2
    assert "needs a key. Ask a grown-up to enter one." in ran.err.splitlines()[0]
    assert ran.out == ""


def test_lm_studio_that_is_closed_is_said_in_a_sentence(tmp_path: Path) -> None:
    source = write_nugget(tmp_path / "nugget", features("it counts"))
    arguments = ["--provider", "lmstudio", "--base-url", "http://127.0.0.1:1", "--json"]
    ran = elisa("build", source, "--out", tmp_path / "out", *arguments, cwd=tmp_path)
    assert ran.code == 1
    assert ran.events[-1]["kind"] == "build_failed"
    assert ran.events[-1]["code"] == "providers.lmstudio_closed"


def test_a_build_with_the_loaded_model_stands_in_the_history(tmp_path: Path) -> None:
    source = write_nugget(tmp_path / "nugget", features("it counts"))
    with serving(from_script(*CONVERSATIONS)) as wire:
        arguments = ["--provider", "lmstudio", "--base-url", wire.url, "--json"]
        built = elisa("build", source, "--out", tmp_path / "out", *arguments, cwd=tmp_path)
        assert {call.body["model"] for call in wire.calls} == {"played"}
    assert built.code == 0, built.out
    with serving(in_order(OVERLOADED, Refusal(401, {"message": "no"}))) as wire:
        arguments = ["--provider", "openai", "--base-url", wire.url, "--model", "other"]
        elisa("build", source, "--out", tmp_path / "other", *arguments, cwd=tmp_path)

    every = json.loads(elisa("history", "--json", cwd=tmp_path).out)
    assert [(past["provider"], past["operation"], past["status"]) for past in every] == [
        ("openai", "build", "failed"),
        ("lmstudio", "build", "done"),
    ]
    assert every[1]["tokens"] > 0
    for option, value, count in (
        ("--model", "other", 1),
        ("--status", "done", 1),
        ("--operation", "build", 2),
        ("--operation", "explain", 0),
    ):
        assert len(json.loads(elisa("history", option, value, "--json", cwd=tmp_path).out)) == count
    told = elisa("history", cwd=tmp_path)
    assert (told.code, told.out.count("a counter")) == (0, 2)
    assert "Leave out an option" in elisa("history", "--status", "stopped", cwd=tmp_path).out


def test_an_empty_history_says_what_to_do(tmp_path: Path) -> None:
    ran = elisa("history", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "Nothing was built here yet. Try elisa build.\n")


def completed(words: str, count: int) -> list[str]:
    asked = {"_ELISA_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(count)}
    command = [sys.executable, "-m", "elisa"]
    done = subprocess.run(command, env={**os.environ, **asked}, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_a_shell_completes_commands_and_options() -> None:
    assert completed("elisa ", 1) == list(COMMANDS)
    assert completed("elisa mo", 1) == ["models"]
    assert set(completed("elisa models --", 2)) >= {"--provider", "--json"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_shown(shell: str) -> None:
    command = [sys.executable, "-m", "elisa", "--show-completion", shell]
    env = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert "_ELISA_COMPLETE=complete_" in done.stdout
