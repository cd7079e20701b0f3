"""Effects of the blocks about the whole: idea, kind, guide, look, mood, level, learning, backpack."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, cast

from elisa.spec import limits
from elisa.spec.nugget import BackpackSource, Documentation, Knowledge, StudyMode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.blocks.reading import Effect, Reading
    from elisa.blocks.tree import Node
    from elisa.blocks.values import Values

Level = Literal["explorer", "builder", "architect"]
SourceType = Literal["pdf", "url", "youtube", "drive", "topic_pack", "sports_feed", "news_feed", "custom_feed"]


def _goal(reading: Reading, node: Node, values: Values) -> None:
    text = values.text("GOAL_TEXT", ask=False)
    if not text.strip():
        reading.findings.add("empty_goal", node)
    reading.spec.nugget.goal = text
    reading.spec.nugget.description = text


def _kind(reading: Reading, node: Node, values: Values) -> None:
    reading.once("kind", node)
    reading.spec.nugget.type = values.choice("TEMPLATE_TYPE")


def _guide(reading: Reading, node: Node, values: Values) -> None:
    reading.once("guide", node)
    reading.spec.documentation = Documentation(focus=values.choice("GUIDE_FOCUS"), block_id=node.id)


def _look(reading: Reading, node: Node, values: Values) -> None:
    reading.once("look", node)
    if "STYLE_TEXT" in node.fields and node.fields.get("STYLE_PRESET") is None:
        # Old files say it in free words; the field's new name already holds them.
        reading.style().visual = values.cut(values.words("STYLE_PRESET"), limits.STYLE)
    else:
        reading.style().visual = values.choice("STYLE_PRESET")


def _personality(reading: Reading, node: Node, values: Values) -> None:
    reading.once("personality", node)
    reading.style().personality = values.text("PERSONALITY_TEXT")


def _level(reading: Reading, node: Node, values: Values) -> None:
    reading.once("level", node)
    reading.spec.workflow.system_level = cast("Level", values.choice("LEVEL"))


def _knowledge(reading: Reading) -> Knowledge:
    reading.spec.knowledge = reading.spec.knowledge or Knowledge()
    return reading.spec.knowledge


def _study(reading: Reading, node: Node, values: Values) -> None:
    reading.once("study", node)
    _knowledge(reading).study_mode = StudyMode(
        enabled=not values.has("ENABLED") or values.check("ENABLED"),
        style=values.choice("STYLE"),
        difficulty=values.choice("DIFFICULTY"),
        quiz_frequency=int(values.choice("QUIZ_FREQUENCY")),
    )


def _backpack(reading: Reading, node: Node, values: Values) -> None:
    del node, values
    _sources(reading)


def _sources(reading: Reading) -> list[BackpackSource]:
    knowledge = _knowledge(reading)
    knowledge.backpack_sources = knowledge.backpack_sources or []
    return knowledge.backpack_sources


def _source(reading: Reading, node: Node, values: Values) -> None:
    source = BackpackSource(
        id=values.text("SOURCE_ID") or node.id,
        type=cast("SourceType", values.choice("SOURCE_TYPE")),
        title=values.text("TITLE"),
        uri=values.text("URI") or None,
        block_id=node.id,
    )
    reading.keep(_sources(reading), source, limits.BACKPACK_SOURCES, node)


EFFECTS: Mapping[str, Effect] = MappingProxyType(
    {
        "goal": _goal,
        "kind": _kind,
        "guide": _guide,
        "look": _look,
        "personality": _personality,
        "level": _level,
        "study": _study,
        "backpack": _backpack,
        "source": _source,
    }
)
