"""Keys: where they are kept, what is shown of them, and that a missing or locked key box stops nothing."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

import pytest

from elisa.core.errors import BadInputError
from elisa.core.log import Redactor, set_up
from elisa.core.settings import BuildLimits, Settings
from elisa.services import keys as keys_module
from elisa.services.choosing import price_for, provider_for
from elisa.services.keys import Keys, KeyStatus

if TYPE_CHECKING:
    from pathlib import Path

KEY = "sk-test-CANARY-123"


class Box:
    """A key box in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class NoBox(Box):
    """What there is where nothing keeps keys."""

    def get_password(self, service: str, username: str) -> str | None:
        raise RuntimeError(service, username)

    def set_password(self, service: str, username: str, password: str) -> None:
        raise RuntimeError(service, username, len(password))


class LockedBox(Box):
    """A box that asks its owner for a password and never gets it."""

    def __init__(self) -> None:
        super().__init__()
        self.given_up = threading.Event()

    def get_password(self, service: str, username: str) -> str | None:
        self.given_up.wait()
        return super().get_password(service, username)


def test_a_key_is_kept_in_the_key_box_and_forgotten_again() -> None:
    box = Box()
    keys = Keys({}, box)
    assert keys.get("openai") is None
    assert keys.keep("openai", f" {KEY}\n") == "box"
    assert (keys.get("openai"), box.kept) == (KEY, {("elisa", "openai"): KEY})
    assert Keys({}, box).get("openai") == KEY
    assert keys.get("claude") is None
    keys.forget("openai")
    assert (keys.get("openai"), box.kept) == (None, {})
    keys.forget("openai")


def test_report_P088_a_key_that_is_entered_later_counts_at_once() -> None:
    keys = Keys({}, Box())
    settings = Settings(provider="openai")
    with pytest.raises(BadInputError):
        provider_for(settings, keys=keys)
    keys.keep("openai", KEY)
    assert provider_for(settings, keys=keys).name == "openai"


def test_report_P089_without_a_key_box_a_key_is_kept_until_elisa_closes() -> None:
    keys = Keys({}, NoBox())
    assert keys.keep("claude", KEY) == "memory"
    assert keys.get("claude") == KEY
    assert keys.status("claude") == KeyStatus(place="memory", ending="…123")
    assert Keys({}, NoBox()).get("claude") is None
    keys.forget("claude")
    assert keys.get("claude") is None


def test_the_environment_holds_keys_in_development() -> None:
    keys = Keys({"OPENAI_API_KEY": KEY, "OPENROUTER_API_KEY": ""}, NoBox())
    assert keys.status("openai") == KeyStatus(place="environment", ending="…123")
    assert keys.status("openrouter") == KeyStatus()
    assert keys.get("lmstudio") is None
    assert keys.all() == (KEY,)
    keys.keep("openai", "sk-another-456")
    assert keys.get("openai") == "sk-another-456"


def test_a_locked_key_box_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys_module, "BOX_SECONDS", 0.05)
    box = LockedBox()
    keys = Keys({"OPENAI_API_KEY": "sk-from-environment"}, box)
    assert keys.get("openai") == "sk-from-environment"
    monkeypatch.setattr(keys_module, "BOX_SECONDS", 3600)  # whoever asks again while it still asks its owner goes on
    assert keys.get("openai") == "sk-from-environment"
    box.set_password("elisa", "openai", KEY)
    box.given_up.set()
    for thread in threading.enumerate():
        if thread.name == "elisa-key-box":
            thread.join()
    assert keys.get("openai") == KEY, "an unlocked box counts at once"


def test_a_short_key_is_not_shown_by_its_ending() -> None:
    keys = Keys({}, Box())
    keys.keep("lmstudio", "abc")
    assert keys.status("lmstudio") == KeyStatus(place="box", ending="…")


def test_report_P092_a_key_is_in_no_log_once_it_was_looked_up(tmp_path: Path) -> None:
    odd = "no-vendors-form-77"
    with set_up(tmp_path, Redactor()) as log:
        box = Box()
        box.set_password("elisa", "openai", odd)
        assert Keys({}, box).get("openai") == odd
        logging.getLogger("elsewhere").info("sent %s", odd)
        Keys({}, box).keep("claude", f"{odd}-too")
        logging.getLogger("elsewhere").info("kept %s", f"{odd}-too")
    assert log.path is not None
    told = log.path.read_text(encoding="utf-8")
    assert "sent [key]" in told
    assert "kept [key]" in told
    assert odd not in told


def test_what_is_shown_of_a_key_is_its_end() -> None:
    keys = Keys({"OPENAI_API_KEY": KEY}, NoBox())
    assert KEY not in repr(keys.status("openai"))
    provider = provider_for(Settings(provider="openai"), keys=keys)
    assert KEY not in repr(provider) + str(provider)


@pytest.mark.parametrize("name", ["claude", "openai", "openrouter"])
def test_a_vendor_without_a_key_is_one_sentence(name: str) -> None:
    with pytest.raises(BadInputError) as caught:
        provider_for(Settings.model_validate({"provider": name}), keys=Keys({}, NoBox()))
    assert caught.value.code == "providers.no_key"


@pytest.mark.parametrize("name", ["claude", "openai", "openrouter", "lmstudio"])
def test_a_server_of_ones_own_needs_no_key(name: str) -> None:
    settings = Settings.model_validate({"provider": name, "base_url": "http://127.0.0.1:9/v1"})
    assert provider_for(settings, keys=Keys({}, NoBox())).name == name


def test_a_key_alone_never_switches_the_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in keys_module.VARIABLES.values():
        monkeypatch.setenv(variable, KEY)
    assert provider_for(Settings()).name == "workshop"


def test_the_usual_model_is_data_and_a_server_of_ones_own_is_asked_for_its_model() -> None:
    keys = Keys({"OPENAI_API_KEY": KEY}, NoBox())
    usual = provider_for(Settings(provider="openai"), keys=keys).model
    assert price_for(Settings(provider="openai")) is not None
    assert provider_for(Settings(provider="openai", model="gpt-6-luna"), keys=keys).model == "gpt-6-luna"
    own = provider_for(Settings(provider="openai", base_url="http://127.0.0.1:9"), keys=keys)
    assert own.model != usual


def test_a_price_is_known_only_for_a_known_model_at_its_vendor() -> None:
    known = Settings(provider="openai", model="gpt-6-luna", limits=BuildLimits(usd=1))
    price = price_for(known)
    assert price is not None
    assert (price.input_usd, price.output_usd) == (0.1, 0.5)
    assert price_for(known.model_copy(update={"base_url": "http://127.0.0.1:9"})) is None
    assert price_for(known.model_copy(update={"model": "gpt-99"})) is None
    assert price_for(Settings(provider="lmstudio")) is None
