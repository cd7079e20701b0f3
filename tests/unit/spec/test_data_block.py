"""The data block of a prompt: closed against what children and files write, and without passwords."""

from __future__ import annotations

from elisa.spec.data_block import HIDDEN, DataBlock, find_data_block
from elisa.spec.nugget import DeviceUse, McpConfig, NuggetSpec, PortalUse


def test_what_goes_in_comes_out() -> None:
    spec = NuggetSpec()
    spec.nugget.goal = "a ``` fence\n<script>\u2028"
    block = DataBlock(kind="plan", spec=spec)
    prompt = f"Plan this.\n{block.fenced()}\nThank you."
    assert find_data_block(prompt) == block
    assert prompt.count("```") == 2


def test_a_prompt_without_a_block_has_none() -> None:
    assert find_data_block("Plan this.") is None


def test_pitfall_12_passwords_and_tokens_never_stand_in_a_prompt() -> None:
    spec = NuggetSpec(
        devices=[DeviceUse(plugin_id="gate", instance_id="1", fields={"WIFI_SSID": "home", "WIFI_PASS": "cat123"})],
        portals=[
            PortalUse(id="p", name="P", mechanism="mcp", mcp_config=McpConfig(command="hub", env={"TOKEN": "abc123"}))
        ],
    )
    fenced = DataBlock(kind="build", spec=spec).fenced()
    assert "cat123" not in fenced
    assert "abc123" not in fenced
    found = find_data_block(fenced)
    assert found
    assert (found.spec.devices or [])[0].fields == {"WIFI_SSID": "home", "WIFI_PASS": HIDDEN}
    assert "cat123" in (spec.devices or [])[0].fields.values()
