"""What the pipeline does not carry out is named, block by block."""

from __future__ import annotations

from elisa.build.not_yet import not_done_yet
from elisa.spec.nugget import (
    BackpackSource,
    DeviceUse,
    FeedbackLoop,
    IterationCondition,
    Knowledge,
    NuggetSpec,
    PortalUse,
    Runtime,
    SkillUse,
    StudyMode,
    TeamMember,
    Workflow,
)


def loop(trigger: str) -> FeedbackLoop:
    return FeedbackLoop.model_validate(
        {"id": "l", "trigger": trigger, "exit_condition": f"{trigger} ends", "connects_from": "a", "connects_to": "b"}
    )


def test_every_wish_that_no_phase_carries_out_is_named() -> None:
    spec = NuggetSpec(
        workflow=Workflow(
            iteration_conditions=[IterationCondition(condition="it is fun")],
            feedback_loops=[loop("test_failure"), loop("custom")],
        ),
        skills=[SkillUse(id="s", name="Draw", prompt="p"), SkillUse(id="c", name="Steps", workspace={})],
        portals=[PortalUse(id="p", name="Robot", mechanism="cli")],
        devices=[DeviceUse(plugin_id="led", instance_id="led-1")],
        meeting_team=[TeamMember(type="custom", name="Ada")],
        knowledge=Knowledge(
            backpack_sources=[BackpackSource(id="b", type="url", title="Owls")], study_mode=StudyMode()
        ),
        runtime=Runtime(agent_name="Chat"),
    )
    told = " ".join(what for what, _ in not_done_yet(spec))
    for word in ("it is fun", "custom ends", "Steps", "Robot", "led-1", "Ada", "Owls", "Study", "Chat"):
        assert word in told
    assert "Draw" not in told
    assert "test_failure" not in told


def test_a_plain_nugget_has_nothing_to_name() -> None:
    assert list(not_done_yet(NuggetSpec())) == []
