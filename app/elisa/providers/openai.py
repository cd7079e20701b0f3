"""Chat completions: OpenAI, LM Studio, OpenRouter and every server that speaks like them."""

from __future__ import annotations

import asyncio
import importlib
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING

from elisa.providers.address import chat_address
from elisa.providers.base import ProviderError, TextDelta, Turn, went_over_the_wish
from elisa.providers.chat_answer import ChatAnswer, ErrorInStreamError
from elisa.providers.chat_request import Dialect, chat_body
from elisa.providers.chat_stream import RefusedError, texts_of
from elisa.providers.complaints import is_none_loaded, words_of
from elisa.providers.faults import Line, TryAgainError, problem
from elisa.providers.http import http_client
from elisa.providers.joined import is_about_the_template
from elisa.providers.listing import names_in
from elisa.providers.retry import Retrying

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator
    from pathlib import Path

    import openai

    from elisa.providers.base import ModelRequest, StreamItem, Usage

ADDRESSES = {
    "openai": "https://api.openai.com/v1",
    "lmstudio": "http://localhost:1234/v1",
    "openrouter": "https://openrouter.ai/api/v1",
}
_SPOKEN = {"openai": "OpenAI", "lmstudio": "LM Studio", "openrouter": "OpenRouter"}
_MOST_DIALECTS = 8
_CLOSE_SECONDS = 2.0
_WITHOUT_KEY = "no-key"
"""Local servers ask for no key, and the library insists on one."""
_NAMING = (200, 400, 404, 422, 500, 501)
"""Refusals that may name a part of the request which the server does not take."""
_UNNAMED = (400, 422)
_LIST_SECONDS = 10.0


class OpenAIProvider:
    """Asks one model at one server.

    Args:
        name: What ``--provider`` calls it: ``openai``, ``lmstudio`` or ``openrouter``.
        model: The model's own name; ``None`` takes the one that the server has in memory.
        key: The key; a server other than the vendors' may do without.
        base_url: The server, as a person typed it; else the vendor's own.
        certificate: A school's own certificate, trusted besides the system's.
        retrying: How failed calls are made again.
    """

    def __init__(
        self,
        name: str,
        model: str | None,
        *,
        key: str | None = None,
        base_url: str | None = None,
        certificate: Path | None = None,
        retrying: Retrying | None = None,
    ) -> None:
        self._name, self._model = name, model
        self._address = chat_address(base_url or ADDRESSES[name])
        self._key = (key or "").strip()
        self._certificate = certificate
        self._retrying = retrying or Retrying()
        is_vendor = self._address == ADDRESSES["openai"]
        self._dialect = Dialect(most_tokens="max_completion_tokens", strict=True) if is_vendor else Dialect()
        self._client: openai.AsyncOpenAI | None = None
        self._opening = asyncio.Lock()

    @property
    def name(self) -> str:
        """The name that ``--provider`` takes."""
        return self._name

    @property
    def address(self) -> str:
        """The server's address, its version included."""
        return self._address

    @property
    def model(self) -> str:
        """The model's own name; before the first call of a provider that takes the loaded one, words for that."""
        return self._model or "the loaded model"

    def stream(self, request: ModelRequest) -> AsyncIterator[StreamItem]:
        """Ask the model; a failed call is made again as far as that can help.

        Raises:
            ProviderError: It cannot be used now; the sentence says what to do.
        """
        return self._retrying.stream(lambda: self._attempt(request))

    async def models(self) -> tuple[str, ...]:
        """Return the names of the models that the server has, as it lists them.

        Raises:
            ProviderError: It does not answer.
        """
        try:
            return await self._listed()
        except TryAgainError as fault:
            raise fault.give_up from None

    async def close(self) -> None:
        """Release the connections, within two seconds."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await client.close()

    @property
    def _line(self) -> Line:
        return Line(name=_SPOKEN[self._name], model=self.model, address=self._address, key=self._key)

    async def _opened(self) -> openai.AsyncOpenAI:
        """Return the client, made with the first call; helpers that begin at once share it."""
        key = self._key
        if not key and self._address in (ADDRESSES["openai"], ADDRESSES["openrouter"]):
            raise problem("providers.no_key", name=self._line.name)
        if not (key.isascii() and (key + "-").isprintable()) or " " in key:
            raise problem("providers.wrong_key", "the key has characters that no key has", name=self._line.name)
        async with self._opening:
            if self._client is None:
                await asyncio.to_thread(importlib.import_module, "openai.resources.chat.completions")
                import openai

                self._client = openai.AsyncOpenAI(
                    api_key=key or _WITHOUT_KEY,
                    base_url=self._address,
                    max_retries=0,
                    http_client=http_client(self._address, self._certificate),
                )
        return self._client

    async def _attempt(self, request: ModelRequest) -> AsyncGenerator[StreamItem, None]:
        """Make the call once; a server that refuses what not every server knows is asked again, more plainly."""
        if self._model is None:
            self._model = await self._loaded()
        before = self._dialect
        for _ in range(_MOST_DIALECTS):
            fault: RefusedError | None = None
            try:
                async with aclosing(self._call(request)) as items:
                    async for item in items:
                        yield item
            except RefusedError as refused:
                fault = refused
            # Raised outside of the except: an error that drags the broken stream along keeps it from being closed.
            if fault is None:
                return
            self._dialect = self._plainer(fault, request, before)
        raise problem("providers.refused", "the server refused every way of asking")

    def _plainer(self, refused: RefusedError, request: ModelRequest, before: Dialect) -> Dialect:
        """Return the dialect to ask in next, or raise what the refusal means where no dialect would mend it."""
        complaint = words_of(refused.body)
        may_name = refused.status in _NAMING or is_about_the_template(complaint)
        if may_name and not is_none_loaded(complaint):
            plainer = self._dialect.without(complaint, forced=request.force_tool is not None)
            if plainer is not None:
                return plainer
        meant = self._meaning(refused)
        plainest = self._dialect.plainest()
        is_unclear = isinstance(meant, ProviderError) and meant.code == "providers.refused"
        if refused.status in _UNNAMED and is_unclear and self._dialect != plainest:
            return plainest
        if is_unclear:
            self._dialect = before  # plainer words did not help, so the next call need not do with them
        raise meant

    def _meaning(self, refused: RefusedError) -> TryAgainError | ProviderError:
        """Return what a refusal means: another try, or a sentence to a person."""
        complaint = words_of(refused.body)
        if is_none_loaded(complaint):
            return problem("providers.none_loaded", self._line.hide(complaint), host=self._line.host)
        fault = self._line.refused(refused.status, refused.body, refused.headers)
        fault.spent = refused.spent
        return fault

    async def _call(self, request: ModelRequest) -> AsyncGenerator[StreamItem, None]:
        """Send one request and read its answer to the end."""
        answer = ChatAnswer(request)
        body = chat_body(request, self._model or "", self._dialect)
        client = await self._opened()
        fault: Exception | None = None
        try:
            create = client.chat.completions.with_streaming_response.create
            async with create(**body) as response, aclosing(texts_of(response, answer)) as texts:
                async for text in texts:
                    yield TextDelta(text=text)
        except _raised_by_the_library() as error:
            fault = self._fault(error, answer.spent)
        except ErrorInStreamError as error:
            fault = RefusedError(200, {"error": error.payload}, {}, answer.spent)
        if isinstance(fault, TryAgainError) and answer.is_whole:
            fault = None  # the line broke after all was said
        if fault is not None:
            raise fault
        if not answer.is_whole:
            raise self._line.broke_off("the stream ended before the answer did", answer.spent)
        rest = answer.end()
        if rest:
            yield TextDelta(text=rest)
        turn = answer.turn()
        self._note_ignored(request, turn)
        yield turn

    def _note_ignored(self, request: ModelRequest, turn: Turn) -> None:
        """Force a tool in plainer words next time, where a server went over the wish without a word."""
        if went_over_the_wish(request, turn) and self._dialect.forcing != "asked":
            self._dialect = self._dialect.forcing_plainer()

    def _fault(self, error: Exception, spent: Usage | None = None) -> Exception:
        """Return what an error of the library means."""
        import openai

        if isinstance(error, openai.APIStatusError):
            return RefusedError(error.status_code, error.body or error.message, error.response.headers)
        fault = self._line.unreached(error)
        fault.spent = spent
        if isinstance(fault, TryAgainError) and fault.give_up.code == "providers.not_running":
            fault.give_up = self._not_running(fault.give_up)
        return fault

    def _not_running(self, usual: ProviderError) -> ProviderError:
        return problem("providers.lmstudio_closed", usual.detail) if self._name == "lmstudio" else usual

    async def _get(self, place: str) -> object:
        """Return what the server answers to a question that costs nothing."""
        client = await self._opened()
        fault: Exception | None = None
        try:
            return await client.get(place, cast_to=object, options={"timeout": _LIST_SECONDS})
        except _raised_by_the_library() as error:
            fault = self._fault(error)
        except (ValueError, RecursionError) as error:  # it is called JSON and is none
            fault = self._line.nobody_of_ours(str(error))
        raise self._meaning(fault) if isinstance(fault, RefusedError) else fault

    async def _listed(self) -> tuple[str, ...]:
        return names_in(await self._get("/models"), self._line)

    async def _loaded(self) -> str:
        """Return the model that the server has in memory, where there is exactly one."""
        names = [name for name in await self._listed() if "embed" not in name.lower()]
        if not names:
            raise problem("providers.none_loaded", host=self._line.host)
        if len(names) > 1:
            names = await self._in_memory() or names
        if len(names) > 1:
            raise problem("providers.which_model", ", ".join(names), count=len(names), name=names[0])
        return names[0]

    async def _in_memory(self) -> list[str]:
        """Return what LM Studio has loaded: its list for other programs holds everything that was downloaded."""
        try:
            listed = await self._get(f"{self._address.removesuffix('/v1')}/api/v0/models")
            return list(names_in(listed, self._line, state="loaded"))
        except (TryAgainError, ProviderError):
            return []


def _raised_by_the_library() -> tuple[type[Exception], ...]:
    import httpx2
    import openai

    return (openai.APIStatusError, openai.APIConnectionError, httpx2.RequestError, httpx2.InvalidURL)
