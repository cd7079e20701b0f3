"""From settings to a build: the price of the model that was chosen, and a word where nobody knows it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from elisa import wiring
from elisa.core.settings import Settings
from elisa.services.choosing import address_of, provider_for
from elisa.services.keys import Keys
from elisa.services.request import BuildRequest
from support.asking import ask
from support.nuggets import features, write_nugget

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.build.setting import Setting

KEY = "sk-test-0123456789"


@pytest.fixture
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def setting(tmp_path: Path, home: Path, told: list[str], **request: str) -> Setting:
    (home / "elisa").mkdir()
    (home / "elisa" / "settings.json").write_text(json.dumps({"limits": {"usd": 0.5}}), encoding="utf-8")
    source = write_nugget(tmp_path / "nugget", features("it counts"))
    asked = BuildRequest.model_validate({"source": source, "out": tmp_path / "out", **request})
    return wiring.setting_for(asked, told.append)


@pytest.mark.usefixtures("_key")
def test_a_money_limit_takes_effect_with_the_price_of_the_chosen_model(tmp_path: Path, home: Path) -> None:
    told: list[str] = []
    given = setting(tmp_path, home, told, provider="openai", model="gpt-6-luna")
    assert given.budget_usd == 0.5
    assert given.price is not None
    assert (given.price.input_usd, told) == (0.1, [])


@pytest.mark.usefixtures("_key")
def test_a_money_limit_for_a_model_without_a_price_is_said(tmp_path: Path, home: Path) -> None:
    told: list[str] = []
    given = setting(tmp_path, home, told, provider="openai", model="gpt-6.2-sol")
    assert given.price is None
    assert told == ["I don't know what gpt-6.2-sol costs. So I count its tokens only."]


def test_the_workshop_costs_nothing_and_says_nothing(tmp_path: Path, home: Path) -> None:
    told: list[str] = []
    assert setting(tmp_path, home, told).price is None
    assert told == []


@pytest.mark.parametrize(
    ("name", "variable"), [("claude", "ANTHROPIC_BASE_URL"), ("openai", "OPENAI_BASE_URL"), ("lmstudio", "")]
)
def test_the_environment_points_elsewhere_and_a_chosen_address_wins(
    name: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in ("ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"):
        monkeypatch.setenv(each, f"http://127.0.0.1:9/{each.lower()}")
    settings = Settings.model_validate({"provider": name})
    found = address_of(settings)
    assert found == (f"http://127.0.0.1:9/{variable.lower()}" if variable else None)
    assert address_of(settings.model_copy(update={"base_url": "http://127.0.0.1:8"})) == "http://127.0.0.1:8"


async def test_the_certificate_of_a_school_comes_from_the_settings(tmp_path: Path) -> None:
    settings = Settings(provider="openai", base_url="https://127.0.0.1:9", certificate=str(tmp_path / "none.pem"))
    provider = provider_for(settings, keys=Keys({}))
    asked = await ask(provider)
    await provider.close()
    assert asked.code == "providers.bad_certificate"
