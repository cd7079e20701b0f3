"""What the pipeline does not carry out is named, block by block."""

from __future__ import annotations

from elisa.build.not_yet import not_done_yet
from elisa.spec.nugget import (
    BackpackSource,
    DeviceUse,
    Knowledge,
    NuggetSpec,
    PortalUse,
    Runtime,
    SkillUse,
    StudyMode,
)


def test_every_wish_that_no_phase_carries_out_is_named() -> None:
    spec = NuggetSpec(
        skills=[SkillUse(id="s", name="Draw", prompt="p"), SkillUse(id="c", name="Steps", workspace={})],
        portals=[PortalUse(id="p", name="Robot", mechanism="cli")],
        devices=[DeviceUse(plugin_id="led", instance_id="led-1")],
        knowledge=Knowledge(
            backpack_sources=[BackpackSource(id="b", type="url", title="Owls")], study_mode=StudyMode()
        ),
        runtime=Runtime(agent_name="Chat"),
    )
    told = " ".join(what for what, _ in not_done_yet(spec))
    for word in ("Steps", "Robot", "led-1", "Owls", "Study", "Chat"):
        assert word in told
    assert "Draw" not in told


def test_a_plain_nugget_has_nothing_to_name() -> None:
    assert list(not_done_yet(NuggetSpec())) == []
