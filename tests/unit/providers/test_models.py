"""What is known of models: names from the vendors' libraries, numbers with a source, a price that is never too low."""

from __future__ import annotations

from datetime import date
from typing import get_args

from anthropic.types.model_param import ModelParam
from openai.types.shared.chat_model import ChatModel

from elisa.providers.base import Usage
from elisa.providers.models import known_models
from elisa.providers.price import Price


def test_the_names_are_those_of_the_installed_libraries() -> None:
    known = known_models()
    assert {model.name for model in known.of("openai")} <= set(get_args(ChatModel))
    assert {model.name for model in known.of("claude")} <= set(get_args(get_args(ModelParam)[0]))


def test_every_number_has_a_source_and_a_date() -> None:
    known = known_models()
    assert date.fromisoformat(known.as_of) > date(2026, 1, 1)
    for model in known.models:
        assert model.sources
        assert set(model.sources) <= set(known.sources)
        if model.context is not None or model.price is not None:
            assert "prices" in model.sources, model.name


def test_no_model_was_over_on_the_day_of_the_data() -> None:
    known = known_models()
    ends = [date.fromisoformat(model.until) for model in known.models if model.until]
    assert min(ends) > date.fromisoformat(known.as_of)


def test_the_usual_models_are_known_with_price_and_context() -> None:
    known = known_models()
    for provider, name in known.defaults.items():
        facts = known.find(provider, name)
        assert facts is not None
        assert facts.price is not None
        assert facts.context is not None


def test_a_model_without_a_source_has_no_price() -> None:
    facts = known_models().find("openai", "gpt-6.2-sol")
    assert facts is not None
    assert (facts.price, facts.context) == (None, None)
    assert known_models().find("openai", "gpt-99") is None


def test_a_long_prompt_is_dearer_as_a_whole() -> None:
    price = Price(1, 5, long_above=1000, long_input_usd=2, long_output_usd=7.5)
    assert price.of(Usage(input_tokens=1000, output_tokens=100)) == (1000 * 1 + 100 * 5) / 1_000_000
    assert price.of(Usage(input_tokens=1001, output_tokens=100)) == (1001 * 2 + 100 * 7.5) / 1_000_000
    assert price.most(1000) == 1000 * 5 / 1_000_000
    assert price.most(1001) == 1001 * 7.5 / 1_000_000
