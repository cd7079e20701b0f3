"""The build's own state: which phase it is in, and which one may come next."""

from __future__ import annotations

from elisa.core.events import Emit, Phase, PhaseChanged

_NEXT: dict[Phase, tuple[Phase, ...]] = {
    "idle": ("planning",),
    "planning": ("executing", "done"),
    "executing": ("testing", "reviewing"),
    "testing": ("executing", "reviewing"),
    "reviewing": ("executing", "deploying"),
    "deploying": ("done",),
    "done": (),
}


class PhaseKeeper:
    """Holds the phase and says when it changes. Back to ``executing`` is for fixes and rework only."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self.phase: Phase = "idle"

    def enter(self, phase: Phase) -> None:
        """Go on to a phase.

        Raises:
            ValueError: The way does not lead there: a mistake in the program.
        """
        if phase not in _NEXT[self.phase]:
            raise ValueError(f"no way from {self.phase} to {phase}")
        self.phase = phase
        self._emit(PhaseChanged(phase=phase))
