"""Events of rounds: improve, test, judge, until a condition holds or the blocks' limit is reached."""

from __future__ import annotations

from typing import Literal

from elisa.core.events.base import Event

RoundVerdict = Literal["approved", "needs_changes", "cannot_judge"]
JudgedBy = Literal["tests", "judge", "review"]


class RoundStarted(Event):
    """A round of improving begins: ``number`` of at most ``limit``, for the block's ``condition``."""

    kind: Literal["round_started"] = "round_started"
    loop_id: str
    number: int
    limit: int
    condition: str
    task_id: str
    block_id: str | None = None


class RoundJudged(Event):
    """Whether the condition holds, and why. ``number`` 0 is the look before the first round.

    ``by`` says who judged: the nugget's tests, a judge who looked at it, or the reviewer. ``best`` is false when this
    round made it worse than an earlier one.
    """

    kind: Literal["round_judged"] = "round_judged"
    loop_id: str
    number: int
    limit: int
    condition: str
    verdict: RoundVerdict
    reason: str
    by: JudgedBy
    best: bool = True
    block_id: str | None = None


class RoundUndone(Event):
    """A round made it worse, so the nugget went back to the best version so far, that of round ``best``."""

    kind: Literal["round_undone"] = "round_undone"
    loop_id: str
    number: int
    best: int
    version: str
