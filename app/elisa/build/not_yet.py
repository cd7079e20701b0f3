"""What a spec may ask for and this version's pipeline does not do: named in the result, never passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.spec.neighbours import unmet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elisa.build.setting import Setting
    from elisa.spec.nugget import NuggetSpec


def not_done_yet(spec: NuggetSpec) -> Iterator[tuple[str, str]]:
    """Yield what and why, in words for the child, for each wish of the spec that no phase carries out."""
    for device in spec.devices or ():
        yield say("build.device_name", name=device.instance_id), say("build.no_board")
    if spec.deployment.provision_runtime:
        yield say("build.endpoint_name", url=spec.deployment.runtime_url or ""), say("build.no_runtime")
    if spec.runtime is not None:
        yield say("build.runtime_name", name=spec.runtime.agent_name or ""), say("build.no_runtime")


def unlinked(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield each need of the blocks that no nugget in the same folder fills."""
    for one in unmet(setting.spec, setting.neighbours):
        other = one.other_type is not None
        key = "build.need_other" if other else "build.need_missing"
        yield say("build.need_name", name=one.need.name), say(key, nugget=one.nugget)
