"""Claude, and every server that speaks its Messages protocol, behind the provider protocol.

The vendor's library carries keys, headers and connections. It is imported with the first call, beside the loop: it
takes 1.6 s of a processor. Its own retries are off, so that a wait is seen (``providers.retry``), and the stream is
read from its bytes, since the library passes over errors that come without an event's name.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
from collections import OrderedDict
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any

from elisa.providers.address import chat_address
from elisa.providers.anthropic_answer import Answer, events_of_message
from elisa.providers.anthropic_request import Forcing, forced, messages_body
from elisa.providers.base import Message, ProviderError, Text, TextDelta, ToolCall, went_over_the_wish
from elisa.providers.event_lines import EventLines
from elisa.providers.faults import Line, TryAgainError, problem
from elisa.providers.http import AFTER_THE_REASON, http_client, pieces_of, until_silent
from elisa.providers.joined import is_about_the_template, joined
from elisa.providers.json_text import loaded
from elisa.providers.listing import names_in
from elisa.providers.retry import Retrying

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator
    from pathlib import Path

    import httpx2
    from anthropic import APIStatusError, AsyncAnthropic

    from elisa.providers.base import ModelRequest, StreamItem

OFFICIAL = "https://api.anthropic.com"
CLOSE_SECONDS = 2.0
LIST_SECONDS = 10.0
MOST_PAUSES = 5
_REMEMBERED = 256
_WITHOUT_KEY = "no-key"
_PLAINER: dict[Forcing, Forcing] = {"named": "named_without_thinking", "named_without_thinking": "asked"}


class AnthropicProvider:
    """Asks one model at one server.

    Args:
        model: The model's own name.
        key: The key; a server other than the vendor's may do without.
        base_url: The server, with or without ``/v1``; else ``ANTHROPIC_BASE_URL``, else the vendor's.
        certificate: A school's own certificate, trusted besides the system's.
        retrying: How failed calls are made again.
    """

    def __init__(
        self,
        model: str,
        *,
        key: str | None = None,
        base_url: str | None = None,
        certificate: Path | None = None,
        retrying: Retrying | None = None,
    ) -> None:
        typed = base_url or os.environ.get("ANTHROPIC_BASE_URL") or OFFICIAL
        self._address = chat_address(typed).removesuffix("/v1")
        self._line = Line(name="Claude", model=model, address=self._address, key=(key or "").strip())
        self._certificate = certificate
        self._retrying = retrying or Retrying()
        self._client: AsyncAnthropic | None = None
        self._opening = asyncio.Lock()
        self._forcing: Forcing = "named"
        self._offers_only_the_forced = False
        self._joins = False
        self._as_sent: OrderedDict[str, list[dict[str, Any]]] = OrderedDict()

    @property
    def name(self) -> str:
        """The name that ``--provider`` takes."""
        return "claude"

    @property
    def model(self) -> str:
        """The model's own name."""
        return self._line.model

    @property
    def address(self) -> str:
        """The server's address, without a version."""
        return self._address

    def stream(self, request: ModelRequest) -> AsyncIterator[StreamItem]:
        """Ask the model; waits, and answers that begin anew, are items of the stream.

        Raises:
            ProviderError: The model cannot be used; the sentence says what to do.
        """
        return self._retrying.stream(lambda: self._attempt(request))

    async def models(self) -> tuple[str, ...]:
        """Return the names of the models that the server lists; nothing is tried twice.

        Raises:
            ProviderError: It does not answer.
        """
        import httpx2
        from anthropic import APIConnectionError, APIStatusError

        client = await self._opened()
        fault: TryAgainError | ProviderError
        try:
            listed = await client.get("/v1/models", cast_to=object, options={"timeout": LIST_SECONDS})
        except APIStatusError as error:
            fault = self._line.refused(error.status_code, error.body, error.response.headers)
        except (APIConnectionError, httpx2.HTTPError) as error:
            fault = self._line.unreached(error)
        except (ValueError, RecursionError) as error:  # it is called JSON and is none
            fault = self._line.nobody_of_ours(str(error))
        else:
            return names_in(listed, self._line)
        raise fault.give_up if isinstance(fault, TryAgainError) else fault

    async def close(self) -> None:
        """Release the connections, within two seconds."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await client.close()

    async def _attempt(self, request: ModelRequest) -> AsyncGenerator[StreamItem, None]:
        client = await self._opened()
        body = messages_body(self._offered(request), self.model, self._sent_before)
        answer = Answer(request)
        for pauses_left in reversed(range(MOST_PAUSES)):
            async with aclosing(self._events(client, body, answer)) as events:
                async for event in events:
                    words = answer.take(event)
                    if words:
                        yield TextDelta(text=words)
                    if answer.is_stopped:
                        break
            if not (answer.is_paused and pauses_left):
                break
            # The server paused its own work and goes on from what it said so far.
            so_far = {"role": "assistant", "content": answer.blocks_as_sent}
            body["messages"] = [*body["messages"][: len(request.messages)], so_far]
            answer.go_on()
        turn = answer.turn()
        self._remember(turn.message, answer)
        if went_over_the_wish(request, turn) and self._forcing != "asked":
            self._offers_only_the_forced = True  # llama.cpp takes the name of a forced tool for "any of them"
        yield turn

    def _offered(self, request: ModelRequest) -> ModelRequest:
        """Return the request as the server can take it, and without tools that it would let be called instead."""
        request = joined(request) if self._joins else request
        if request.force_tool is None or not self._offers_only_the_forced:
            return request
        only = tuple(tool for tool in request.tools if tool.name == request.force_tool)
        return request.model_copy(update={"tools": only})

    async def _events(
        self, client: AsyncAnthropic, body: dict[str, Any], answer: Answer
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Give one answer's events; every way in which it can fail is a ``TryAgainError`` or a ``ProviderError``."""
        import httpx2
        from anthropic import APIConnectionError, APIStatusError

        try:
            response = await self._send(client, body, answer.request)
            async with aclosing(self._read(response, answer)) as events:
                async for event in events:
                    yield event
        except APIStatusError as error:
            raise self._line.refused(error.status_code, error.body, error.response.headers) from None
        except APIConnectionError as error:
            raise self._line.unreached(error) from None
        except httpx2.HTTPError as error:
            if not answer.is_complete:
                raise self._ended(self._line.unreached(error), answer) from None
        except (TryAgainError, ProviderError) as fault:
            raise self._ended(fault, answer) from None
        if not answer.is_complete:
            raise self._line.broke_off("the stream ended before the answer did", answer.spent())

    async def _send(self, client: AsyncAnthropic, body: dict[str, Any], request: ModelRequest) -> httpx2.Response:
        """Make the call; what the model or its template does not take is asked for more plainly at once."""
        from anthropic import APIStatusError

        while True:
            forcing = self._forcing
            try:
                stream = await client.messages.create(**body, **forced(request, forcing), stream=True)
            except APIStatusError as error:
                if self._is_plainer(error, request, forcing):
                    body = messages_body(self._offered(request), self.model, self._sent_before) if self._joins else body
                    continue
                raise
            else:
                response: httpx2.Response = stream.response
                return response

    def _is_plainer(self, error: APIStatusError, request: ModelRequest, forcing: Forcing) -> bool:
        """Note what this server or model does not take; tells whether the call can be made anew without it."""
        if not self._joins and is_about_the_template(json.dumps(error.body, default=str)):
            self._joins = True
            return True
        if error.status_code != 400 or request.force_tool is None or forcing == "asked":
            return False
        if not _is_about_forcing(error.body):
            return False
        self._forcing = _PLAINER[forcing]
        return True

    async def _read(self, response: httpx2.Response, answer: Answer) -> AsyncGenerator[dict[str, Any], None]:
        kind = response.headers.get("content-type", "")
        if "event-stream" not in kind and ("json" in kind or "html" in kind):
            for event in self._whole(await response.aread()):
                yield event
            return
        lines = EventLines()
        heard = until_silent(pieces_of(response), lambda: AFTER_THE_REASON if answer.is_complete else None)
        async with aclosing(heard) as pieces:
            async for piece in pieces:
                for value in lines.feed(piece):
                    yield self._checked(value)
        for value in lines.finish():
            yield self._checked(value)

    def _whole(self, raw: bytes) -> list[dict[str, Any]]:
        """Read the answer of a server that does not stream, or of something that is no model at all."""
        try:
            body = loaded(raw)
        except ValueError:
            body = None
        if not isinstance(body, dict):
            raise self._line.nobody_of_ours(raw[:200].decode("utf-8", "replace"))
        if isinstance(body.get("content"), list):
            return events_of_message(body)
        raise self._line.refused(200, body, {})

    def _checked(self, value: object) -> dict[str, Any]:
        event = value if isinstance(value, dict) else {}
        # llama.cpp sends the error itself, so its type is not "error" but, for one, "server_error".
        if str(event.get("type")).endswith("error") or event.get("error"):
            raise self._line.refused(200, event, {})
        return event

    def _ended(self, fault: TryAgainError | ProviderError, answer: Answer) -> TryAgainError | ProviderError:
        fault.spent = answer.spent()
        return fault

    async def _opened(self) -> AsyncAnthropic:
        """Return the client, made with the first call; helpers that begin at once share it."""
        key = self._line.key
        if not key and self._address == OFFICIAL:
            raise problem("providers.no_key", name=self._line.name)
        if not key.isascii() or not key.isprintable() or " " in key:
            raise problem("providers.wrong_key", "the key has characters that no key has", name=self._line.name)
        async with self._opening:
            if self._client is None:
                await asyncio.to_thread(importlib.import_module, "anthropic.resources.messages")
                from anthropic import AsyncAnthropic

                self._client = AsyncAnthropic(
                    api_key=key or _WITHOUT_KEY,
                    base_url=self._address,
                    max_retries=0,
                    http_client=http_client(self._address, self._certificate),
                    open_telemetry=False,
                )
        return self._client

    def _remember(self, message: Message, answer: Answer) -> None:
        """Keep an answer's thoughts: the server wants them back, unchanged, with the results of its calls."""
        if answer.has_thoughts and message.tool_calls:
            self._as_sent[_key_of(message)] = answer.blocks_of(message)
            while len(self._as_sent) > _REMEMBERED:
                self._as_sent.popitem(last=False)

    def _sent_before(self, message: Message) -> list[dict[str, Any]] | None:
        blocks = self._as_sent.get(_key_of(message)) if message.role == "assistant" and message.tool_calls else None
        return None if blocks is None else [dict(block) for block in blocks]


def _key_of(message: Message) -> str:
    """Name an answer by all that it says, so that thoughts never go with a message that was changed since."""
    said = [part.model_dump() for part in message.parts if isinstance(part, Text | ToolCall)]
    return json.dumps(said, sort_keys=True)


def _is_about_forcing(body: object) -> bool:
    text = json.dumps(body, default=str).lower()
    return "tool_choice" in text or "thinking" in text
