"""The game's own words for what happens in it, and what stands behind each: a step of a test, a check, a part."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

EVENT_STEPS: Mapping[str, str] = MappingProxyType(
    {
        "hit": "hit",
        "catch": "catch",
        "dodge": "dodge",
        "miss": "miss",
        "right": "answer_right",
        "wrong": "answer_wrong",
        "answer": "answer_right",
        "over": "lose_all",
        "won": "win_game",
        "level": "next_level",
        "jump": "jump",
        "heart": "hit",
        "time-up": "time_up",
        "paused": "pause",
        "start": "start",
        "point": "score_points",
    }
)
"""What a player does in a test to bring an event about."""

ACTION_CHECKS: Mapping[str, str] = MappingProxyType(
    {
        "lose-heart": "hearts_fall",
        "add-heart": "hearts_rise",
        "points": "score_moves",
        "faster": "speeds_up",
        "level": "level_rises",
        "sound": "sound_heard",
        "say": "words_shown",
        "lose": "state_over",
        "win": "state_won",
        "bigger": "hero_bigger",
        "smaller": "hero_smaller",
        "sparkle": "bits_fly",
        "restart": "state_playing",
        "pause": "state_paused",
        "jump": "hero_jumps",
        "add-time": "time_rises",
        "explain": "right_marked",
    }
)
"""What a test looks at to see that an action was done."""

PART_OF_ACTION: Mapping[str, str] = MappingProxyType(
    {
        "lose-heart": "hearts",
        "add-heart": "hearts",
        "points": "score",
        "level": "levels",
        "add-time": "clock",
        "jump": "jump",
        "sound": "sound",
        "sparkle": "sparkles",
        "shake": "sparkles",
    }
)
"""The part without which an action cannot be done."""
