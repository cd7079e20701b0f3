from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from elisa.core import settings as module
from elisa.core.errors import BadInputError
from elisa.core.settings import Settings, load_settings
from elisa.core.text import say

if TYPE_CHECKING:
    from pathlib import Path

    from support.logs import LogWatch


def write(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def world(tmp_path: Path, own: object = None, policy: object = None) -> dict[str, str]:
    environ = {"ELISA_HOME": str(tmp_path / "elisa")}
    if own is not None:
        write(tmp_path / "elisa" / "settings.json", own)
    if policy is not None:
        environ["ELISA_POLICY"] = str(write(tmp_path / "policy.json", policy))
    return environ


def test_without_any_file_the_workshop_builds(tmp_path: Path) -> None:
    assert load_settings(environ=world(tmp_path)) == Settings()
    assert not (tmp_path / "elisa").exists()


def test_a_key_in_the_environment_never_switches_the_provider(tmp_path: Path) -> None:
    environ = world(tmp_path) | {"ANTHROPIC_API_KEY": "sk-ant-something", "OPENAI_API_KEY": "sk-something"}
    assert load_settings(environ=environ).provider == "workshop"


@pytest.mark.parametrize(
    ("said", "policy", "own", "provider"),
    [
        ("claude", {"provider": "openai"}, {"provider": "lmstudio"}, "claude"),
        (None, {"provider": "openai"}, {"provider": "lmstudio"}, "openai"),
        (None, {}, {"provider": "lmstudio"}, "lmstudio"),
        (None, None, None, "workshop"),
    ],
)
def test_the_command_line_comes_before_policy_before_settings(
    tmp_path: Path, said: str | None, policy: object, own: object, provider: str
) -> None:
    assert load_settings({"provider": said}, environ=world(tmp_path, own, policy)).provider == provider


def test_a_model_stays_with_the_provider_it_was_chosen_for(tmp_path: Path) -> None:
    environ = world(tmp_path, {"provider": "lmstudio", "model": "gemma", "base_url": "http://127.0.0.1:1234"})
    assert load_settings(environ=environ).model == "gemma"
    assert load_settings({"provider": "lmstudio"}, environ=environ).model == "gemma"
    other = load_settings({"provider": "claude"}, environ=environ)
    assert (other.model, other.base_url) == (None, None)


def test_of_several_limits_the_smallest_holds(tmp_path: Path) -> None:
    environ = world(
        tmp_path, {"limits": {"tokens": 5000, "usd": 1}}, {"limits": {"tokens": 2000}, "locked": ["limits"]}
    )
    assert load_settings(environ=environ).limits.model_dump(exclude_none=True) == {"tokens": 2000, "usd": 1}
    assert load_settings({"limits": {"tokens": 9000}}, environ=environ).limits.tokens == 2000
    assert load_settings({"limits": {"tokens": 500}}, environ=environ).limits.tokens == 500


def test_what_a_grown_up_locked_cannot_be_chosen_otherwise(tmp_path: Path) -> None:
    environ = world(
        tmp_path, {"base_url": "http://127.0.0.1:9"}, {"provider": "claude", "locked": ["provider", "base_url"]}
    )
    assert load_settings({"provider": "claude"}, environ=environ).base_url is None
    with pytest.raises(BadInputError) as caught:
        load_settings({"provider": "openai"}, environ=environ)
    assert caught.value.code == "policy.locked"


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"provider": "nobody"}', '{"limits": {"tokens": -1}}', "\0" * 400])
def test_a_damaged_settings_file_is_set_aside_and_said(tmp_path: Path, damage: str, expect_log: LogWatch) -> None:
    expect_log(r"settings file was damaged")
    heard: list[str] = []
    environ = world(tmp_path, damage)
    assert load_settings(environ=environ, tell=heard.append) == Settings()
    assert heard == [say("settings.damaged")]
    kept = list((tmp_path / "elisa").glob("settings.damaged-*.json"))
    assert [path.read_text(encoding="utf-8") for path in kept] == [damage]
    assert load_settings(environ=environ, tell=heard.append) == Settings()
    assert len(heard) == 1


def test_settings_of_a_newer_version_still_count(tmp_path: Path) -> None:
    assert load_settings(environ=world(tmp_path, {"provider": "openai", "sparkles": True})).provider == "openai"


@pytest.mark.parametrize("policy", ["{", '{"locked": "provider"}', '{"provider": 7}', "[]"])
def test_a_policy_that_cannot_be_read_leaves_only_the_workshop(
    tmp_path: Path, policy: str, expect_log: LogWatch
) -> None:
    expect_log(r"shared settings can't be read")
    heard: list[str] = []
    environ = world(tmp_path, {"provider": "claude", "language": "fr"}, policy)
    settings = load_settings(environ=environ, tell=heard.append)
    assert (settings.provider, settings.language) == ("workshop", "fr")
    assert heard == [say("policy.unreadable")]
    with pytest.raises(BadInputError):
        load_settings({"provider": "claude"}, environ=environ)


def test_home_is_where_elisa_home_says_else_the_platforms_place(tmp_path: Path, home: Path) -> None:
    assert module.home({"ELISA_HOME": str(tmp_path / "x")}) == tmp_path / "x"
    assert module.home({}).is_relative_to(home)
