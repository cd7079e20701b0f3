"""What the pipeline does not carry out is named, block by block."""

from __future__ import annotations

from elisa.build.not_yet import not_done_yet
from elisa.spec.nugget import DeviceUse, NuggetSpec, Runtime


def test_every_wish_that_no_phase_carries_out_is_named() -> None:
    spec = NuggetSpec(
        devices=[DeviceUse(plugin_id="led", instance_id="led-1")],
        runtime=Runtime(agent_name="Chat"),
    )
    told = " ".join(what for what, _ in not_done_yet(spec))
    for word in ("led-1", "Chat"):
        assert word in told


def test_a_plain_nugget_has_nothing_to_name() -> None:
    assert list(not_done_yet(NuggetSpec())) == []
