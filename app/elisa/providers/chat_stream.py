"""Reads the body of a chat completion as it comes, whatever the server calls it."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from elisa.providers.event_lines import DONE, EventLines
from elisa.providers.http import AFTER_THE_REASON, pieces_of, until_silent
from elisa.providers.json_text import loaded

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from openai import AsyncAPIResponse

    from elisa.providers.base import Usage
    from elisa.providers.chat_answer import ChatAnswer

AFTER_THE_END = 0.1
"""Seconds for the end of the body after the end mark, so that the connection can be used again."""


class RefusedError(Exception):
    """The server answered with an error, at once or inside its stream (then with status 200)."""

    def __init__(self, status: int, body: object, headers: Mapping[str, str], spent: Usage | None = None) -> None:
        super().__init__(status)
        self.status, self.body, self.headers, self.spent = status, body, headers, spent


async def texts_of(response: AsyncAPIResponse[Any], answer: ChatAnswer) -> AsyncGenerator[str, None]:
    """Read an answer into ``answer`` and yield what may be shown, as it comes."""
    kind = response.headers.get("content-type", "")
    if "text/html" in kind:
        raise RefusedError(404, "a web page came, no answer", {})
    lines = EventLines()
    pieces = pieces_of(response.http_response)
    if "application/json" in kind:
        whole = await response.read()
        parsed = _json(whole)
        if parsed is not None:
            text = answer.take(parsed)
            answer.done()
            yield text
            return
        pieces = _once(whole)
    async with aclosing(until_silent(pieces, lambda: _patience(answer))) as heard:
        async for data in heard:
            for chunk in lines.feed(data):
                text = _taken(chunk, answer)
                if text:
                    yield text
    for chunk in lines.finish():
        text = _taken(chunk, answer)
        if text:
            yield text


def _patience(answer: ChatAnswer) -> float | None:
    """Return how long to wait for more, in seconds; the read timeout of the connection holds in any case."""
    if answer.is_done:
        return AFTER_THE_END
    return AFTER_THE_REASON if answer.is_whole else None


async def _once(data: bytes) -> AsyncGenerator[bytes, None]:
    yield data


def _taken(chunk: object, answer: ChatAnswer) -> str:
    if chunk is DONE:
        answer.done()
        return ""
    return answer.take(chunk)


def _json(data: bytes) -> object:
    try:
        return loaded(data)
    except ValueError:
        return None
