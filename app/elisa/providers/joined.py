"""For models whose chat template takes no words of a person between a tool's result and the model's next answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.providers.base import Text, ToolResult

if TYPE_CHECKING:
    from elisa.providers.base import Message, ModelRequest

_TEMPLATE = re.compile(r"jinja|chat.?template|roles must alternate|raise_exception", re.IGNORECASE)


def is_about_the_template(complaint: str) -> bool:
    """Tell whether a local server could not put a conversation into its model's own form: no waiting mends that."""
    return bool(_TEMPLATE.search(complaint))


def joined(request: ModelRequest) -> ModelRequest:
    """Return the request with words that stand beside results as the end of the last result."""
    return request.model_copy(update={"messages": tuple(_joined(message) for message in request.messages)})


def _joined(message: Message) -> Message:
    results = [part for part in message.parts if isinstance(part, ToolResult)]
    if not results or len(results) == len(message.parts):
        return message
    words = "\n\n".join(part.text for part in message.parts if isinstance(part, Text))
    last = results[-1].model_copy(update={"content": f"{results[-1].content}\n\n{words}"})
    return message.model_copy(update={"parts": (*results[:-1], last)})
