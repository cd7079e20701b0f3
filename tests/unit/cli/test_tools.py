from __future__ import annotations

import json

import pytest

from elisa.cli.app import run


@pytest.mark.parametrize("vendor", ["anthropic", "openai", "gemini"])
def test_tools_prints_exactly_the_twelve_skills(vendor: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tools", "--format", vendor]) == 0
    printed = json.loads(capsys.readouterr().out)
    names = [tool["function"]["name"] if vendor == "openai" else tool["name"] for tool in printed]
    assert len(set(names)) == len(names) == 12
    assert "ask_user" not in names
    assert "write_file" in names


@pytest.mark.parametrize("arguments", [["tools"], ["tools", "--format", "cobol"]])
def test_another_format_is_bad_input(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    assert capsys.readouterr().out == ""
