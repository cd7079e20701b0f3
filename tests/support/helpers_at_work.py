"""A helper with its tools in a folder, for tests of tools and of the loop: everything real but the model."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypedDict, TypeVar, Unpack

from elisa.providers.base import ToolCall, ToolResult
from elisa.tools import all_tools
from elisa.tools.ask_user import AskUser
from elisa.tools.base import Toolbox, ToolContext
from elisa.tools.policy import Policy
from elisa.workspace.files import ConfinedFolder

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from pathlib import Path

    from elisa.core.events import Event
    from elisa.tools.packages import Packages
    from elisa.verify.result import TestReport

E = TypeVar("E", bound="Event")


class Lent(TypedDict, total=False):
    """What a build lends to its helpers' tools, as in ``ToolContext``."""

    diff: Callable[[], Awaitable[str]]
    commit: Callable[[str], Awaitable[str]]
    run_tests: Callable[[Sequence[str] | None], Awaitable[TestReport]]
    packages: Packages
    logs: Mapping[str, Callable[[], str]]
    ask: Callable[[str, tuple[str, ...]], Awaitable[str]]


@dataclass
class Helper:
    """A helper in a nugget's folder, which has a neighbour that is none of its business."""

    root: Path
    toolbox: Toolbox
    events: list[Event] = field(default_factory=list)

    async def use(self, tool: str, /, **arguments: object) -> ToolResult:
        """Call a tool as a model would."""
        return await self.toolbox.run(ToolCall(id="call-1", name=tool, arguments=arguments))

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def write(self, path: str, text: str | bytes) -> Path:
        """Put a file into the nugget."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode() if isinstance(text, str) else text)
        return place


def helper(folder: Path, policy: Policy | None = None, **lent: Unpack[Lent]) -> Helper:
    """Return a helper (a builder by default) in ``folder/nugget``; ``lent`` goes into its tool context."""
    root = folder / "nugget"
    root.mkdir(exist_ok=True)
    sibling = folder / "sibling"
    sibling.mkdir(exist_ok=True)
    (sibling / "keep.txt").write_text("a secret of the neighbour")
    events: list[Event] = []
    context = ToolContext(
        folder=ConfinedFolder(root),
        policy=policy or Policy("builder"),
        task_id="task-1",
        agent_name="Pixel",
        emit=events.append,
    )
    return Helper(root, Toolbox([*all_tools(), AskUser()], replace(context, **lent)), events)
