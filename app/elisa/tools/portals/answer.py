"""What comes back from a portal, of whatever kind it is, and what its start line may hold."""

from __future__ import annotations

from dataclasses import dataclass

from elisa.core.text import say

FORBIDDEN = frozenset(";&|`$(){}[]<>!\n\r'\"\0")
"""What a command and its arguments may not hold, as the format has it; a backslash may stand there, for no shell reads
it and Windows paths have it."""
LONGEST_ANSWER = 8000
LONGEST_COMPLAINT = 300


@dataclass(frozen=True, slots=True)
class PortalAnswer:
    """What came back: ``output`` is data of a stranger; ``fault`` says, in words, why it did not work."""

    output: str = ""
    fault: str = ""

    @property
    def ok(self) -> bool:
        """Whether it worked."""
        return not self.fault


def fault_of_command(command: list[str]) -> str:
    """Return in words what is wrong with a start line; empty when nothing is."""
    if not command or not command[0]:
        return say("portals.no_command")
    for part in command:
        wrong = sorted(FORBIDDEN & set(part))
        if wrong:
            return say("portals.bad_argument", sign=repr(wrong[0]).strip("'\"") or wrong[0])
    return ""
