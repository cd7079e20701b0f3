"""Skill plans: templates, circles and depth."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from elisa.spec.skill_plan import AskUser, Branch, InvokeSkill, SkillPlan, fill_template, find_circle, nesting


def test_a_template_looks_in_its_own_context_first_then_outside() -> None:
    assert fill_template("{{a}} {{b}} {{gone}}!", {"a": "1"}, {"a": "x", "b": "2"}) == "1 2 !"


def test_a_value_is_never_filled_again() -> None:
    assert fill_template("{{a}}", {"a": "{{b}}", "b": "secret"}) == "{{b}}"


def test_keys_may_hold_dots_and_dashes_and_nothing_else() -> None:
    assert fill_template("{{a.b-c}} {{ a }} {{a b}}", {"a.b-c": "1", "a": "2"}) == "1 { a } {{a b}}".replace(
        "{ a }", "{{ a }}"
    )


def test_invoked_skills_are_found_inside_branches() -> None:
    inner = InvokeSkill(id="2", skill_id="deep", store_as="r")
    plan = SkillPlan(
        skill_id="s",
        skill_name="S",
        steps=(
            InvokeSkill(id="1", skill_id="first", store_as="r"),
            Branch(id="b", context_key="k", match_value="v", then_steps=(inner,)),
            InvokeSkill(id="3", skill_id="first", store_as="r"),
        ),
    )
    assert plan.invoked() == ("first", "deep")


def test_a_circle_is_found_from_outside_it() -> None:
    circle = find_circle("a", {"a": ("b",), "b": ("c",), "c": ("b",)})
    assert circle
    assert circle.path == ("b", "c", "b")


def test_two_ways_to_one_skill_are_no_circle() -> None:
    assert find_circle("a", {"a": ("b", "c"), "b": ("d",), "c": ("d",)}) is None


def test_depth_is_the_longest_way() -> None:
    assert nesting("a", {"a": ("d", "b"), "b": ("c",), "c": ("d",)}) == 3


def test_a_plan_is_written_with_the_names_of_the_format() -> None:
    step = AskUser(id="1", question="Which?", options=("a",), store_as="x")
    plan = SkillPlan(skill_id="s", skill_name="S", steps=(step,))
    assert plan.model_dump(mode="json") == {
        "skillId": "s",
        "skillName": "S",
        "steps": [
            {"id": "1", "type": "ask_user", "question": "Which?", "header": "", "options": ["a"], "storeAs": "x"}
        ],
    }


def test_fifty_answers_fit_and_one_more_does_not() -> None:
    AskUser(id="1", question="?", options=("a",) * 50, store_as="x")
    with pytest.raises(ValidationError):
        AskUser(id="1", question="?", options=("a",) * 51, store_as="x")
