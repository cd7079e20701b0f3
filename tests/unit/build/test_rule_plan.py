"""The planner without a model keeps to the blocks: their order, their helpers, their gates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.build.plan_check import find_faults
from elisa.build.plan_form import PlanForm
from elisa.build.rule_plan import rule_plan
from elisa.spec.nugget import Agent, Documentation, FlowHint, Gate, NuggetSpec, Requirement, Workflow

if TYPE_CHECKING:
    from elisa.spec.plan import Plan


def wish(number: int, *, after: tuple[int, ...] = (), kind: str = "feature") -> Requirement:
    return Requirement(
        type=kind, description=f"wish {number}", id=f"req_{number}", after=[f"req_{earlier}" for earlier in after]
    )


def form_of(plan: Plan) -> PlanForm:
    return PlanForm.model_validate(plan.model_dump(mode="json"))


def test_every_rule_plan_passes_the_check_that_models_plans_have_to_pass() -> None:
    spec = NuggetSpec(
        requirements=[wish(0), wish(1, after=(2,)), wish(2), wish(3, kind="constraint"), wish(4)],
        workflow=Workflow(testing_enabled=True, review_enabled=True, gates=[Gate(id="g", text="?", after=["req_0"])]),
        documentation=Documentation(),
    )
    plan = rule_plan(spec)
    assert find_faults(form_of(plan), spec) == []
    assert [task.kind for task in plan.tasks][-3:] == ["test", "guide", "review"]
    assert plan.source == "rules"


def test_wishes_inside_at_the_same_time_run_side_by_side_and_others_one_after_the_other() -> None:
    hint = FlowHint(type="parallel", together=["req_1", "req_2"])
    spec = NuggetSpec(requirements=[wish(0), wish(1), wish(2), wish(3)], workflow=Workflow(flow_hints=[hint]))
    needs = {task.id: task.dependencies for task in rule_plan(spec).tasks}
    assert needs["wish-req_1"] == needs["wish-req_2"] == ("wish-req_0",)
    assert needs["wish-req_3"] == ("wish-req_1", "wish-req_2")


def test_a_goal_alone_is_one_task() -> None:
    plan = rule_plan(NuggetSpec())
    assert [task.id for task in plan.tasks] == ["base"]
    assert plan.tasks[0].acceptance_criteria


def test_the_childs_helpers_take_turns() -> None:
    agents = [Agent(name="Ann", role="builder"), Agent(name="Bo", role="custom"), Agent(name="Cy", role="tester")]
    plan = rule_plan(
        NuggetSpec(requirements=[wish(0), wish(1)], agents=agents, workflow=Workflow(testing_enabled=True))
    )
    assert [task.agent_name for task in plan.tasks] == ["Ann", "Bo", "Ann", "Cy"]


def test_a_team_without_a_builder_gets_one() -> None:
    plan = rule_plan(NuggetSpec(requirements=[wish(0)], agents=[Agent(name="Cy", role="tester")]))
    assert {plan.agent(task.agent_name).role for task in plan.tasks} == {"builder"}
