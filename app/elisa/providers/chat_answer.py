"""One answer of a chat completion server, chunk by chunk, however oddly the server says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from elisa.providers.base import Message, StopReason, Text, ToolCall, Turn, Usage
from elisa.providers.chat_calls import GrowingCalls, arguments_of
from elisa.providers.estimate import estimate_usage
from elisa.providers.json_text import Halves
from elisa.providers.thoughts import Thoughts

if TYPE_CHECKING:
    from elisa.providers.base import ModelRequest, ToolDefinition

_CUT = {"length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded"}
_NO_REASON = {"", "null", "none"}
_REFUSED = {"content_filter", "safety", "refusal", "recitation", "prohibited_content"}


class ErrorInStreamError(Exception):
    """The server put an error into an answer that had begun well; ``payload`` is what it said."""

    def __init__(self, payload: object) -> None:
        super().__init__(str(payload))
        self.payload = payload


class ChatAnswer:
    """Gathers an answer: ``take`` each chunk, ``end`` at the end of the stream, then ``turn``."""

    def __init__(self, request: ModelRequest) -> None:
        self._request = request
        self._halves = Halves()
        self._thoughts = Thoughts()
        self._text = ""
        self._shown = 0
        self._calls = GrowingCalls()
        self._usage: Usage | None = None
        self._choice: object = None
        self._reason = ""
        self._refused = False
        self._in_words: tuple[ToolCall, ...] = ()
        self._done = False
        self._begun = False

    @property
    def is_whole(self) -> bool:
        """The server said that the answer is over; without that, a broken line may have cut it."""
        return bool(self._reason) or (self._done and self._begun)

    @property
    def is_done(self) -> bool:
        """The end mark has come."""
        return self._done and self.is_whole

    @property
    def has_begun(self) -> bool:
        """Words have come, or a call has begun."""
        return bool(self._text) or bool(self._calls)

    @property
    def spent(self) -> Usage | None:
        """What the answer has cost so far, also where it breaks off; ``None`` before its first word."""
        if self._usage is not None or not self.has_begun:
            return self._usage
        return estimate_usage(self._request, Message(role="assistant", parts=(Text(text=self._text),)))

    def done(self) -> None:
        """Note the end mark ``[DONE]``."""
        self._done = True

    def take(self, chunk: object) -> str:
        """Take one chunk, or the whole answer of a server that does not stream; return the text to show now.

        Raises:
            ErrorInStreamError: The chunk says that something went wrong.
        """
        if not isinstance(chunk, Mapping):
            return ""
        self._count(chunk.get("usage"))
        choices = chunk.get("choices")
        choice = self._chosen(choices) if isinstance(choices, list) else None
        _raise_error(chunk, choice)
        if not isinstance(choice, Mapping):
            return ""
        self._begun = True
        told = choice.get("delta") or (None if self.has_begun else choice.get("message"))
        text = self._hear(told) if isinstance(told, Mapping) else ""
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason.lower() not in _NO_REASON:
            self._reason = reason.lower()
        return text

    def _chosen(self, choices: list[object]) -> object:
        """Return the same one of several answers each time; most servers send one, numbered or not."""
        answers = [choice for choice in choices if isinstance(choice, Mapping)]
        if self._choice is None and answers:
            self._choice = answers[0].get("index")
        return next((choice for choice in answers if choice.get("index", self._choice) == self._choice), None)

    def _hear(self, told: Mapping[str, object]) -> str:
        self._calls.take(told.get("tool_calls"))
        if isinstance(told.get("function_call"), Mapping):
            self._calls.take([told["function_call"]])
        refusal = told.get("refusal")
        self._refused = self._refused or bool(refusal)
        said = _words(told.get("content")) + (refusal if isinstance(refusal, str) else "")
        return self._show(self._thoughts.feed(self._halves.feed(said))) if said else ""

    def _show(self, text: str) -> str:
        """Return what of the text so far can be shown; what may be a forced call in words waits for the end."""
        self._text += text
        if self._request.force_tool is not None and self._text.lstrip().startswith(("{", "```")):
            return ""
        return self._rest()

    def _rest(self) -> str:
        rest, self._shown = self._text[self._shown :], len(self._text)
        return rest

    def end(self) -> str:
        """Return the text that was held back until now."""
        self._text += self._thoughts.feed(self._halves.finish()) + self._thoughts.finish()
        if not self._calls and self._reason not in _CUT:
            self._in_words = _call_in_words(self._text, self._request)
        if self._in_words:
            self._text = self._text[: self._shown]
        return self._rest()

    def turn(self) -> Turn:
        """Return the finished answer; ``end`` comes first.

        Calls that were cut never stand in it: of an answer that ended by length the last call is dropped even where it
        looks whole, and a call whose arguments are no JSON object counts as cut, whatever the server says.
        """
        number = (
            1 + self._request.earlier_turns + sum(message.role == "assistant" for message in self._request.messages)
        )
        taken = (call.id for message in self._request.messages for call in message.tool_calls)
        whole, cut_off = self._calls.finished(number, taken, cut=self._reason in _CUT)
        calls = whole or self._in_words
        words = [Text(text=self._text)] if self._text else []
        message = Message(role="assistant", parts=(*words, *calls))
        return Turn(
            message=message,
            stop_reason=self._stop_reason(calls, cut_off),
            usage=self._counted(message),
            cut_off=cut_off,
        )

    def _stop_reason(self, calls: tuple[ToolCall, ...], cut_off: str | None) -> StopReason:
        if self._refused or self._reason in _REFUSED:
            return "refused"
        if self._reason in _CUT or cut_off is not None:
            return "length"
        return "tool_calls" if calls else "end"

    def _counted(self, message: Message) -> Usage:
        """Return what the answer cost; a number that cannot be true, such as a call without a prompt, is estimated."""
        guess = estimate_usage(self._request, message)
        told = self._usage or Usage()
        if told.input_tokens and (told.output_tokens or not message.parts):
            return told
        into, out = told.input_tokens or guess.input_tokens, told.output_tokens or guess.output_tokens
        return told.model_copy(update={"input_tokens": into, "output_tokens": out, "estimated": True})

    def _count(self, usage: object) -> None:
        """Take the newest count; servers that name none send nothing, ``null`` or zeros."""
        if not isinstance(usage, Mapping):
            return
        details = usage.get("prompt_tokens_details")
        cached = details.get("cached_tokens") if isinstance(details, Mapping) else None
        counted = Usage(
            input_tokens=_number(usage.get("prompt_tokens")),
            output_tokens=_number(usage.get("completion_tokens")),
            cached_input_tokens=_number(cached),
        )
        if counted.input_tokens or counted.output_tokens:
            self._usage = counted


def _raise_error(chunk: Mapping[str, object], choice: object) -> None:
    for holder in (chunk, choice):
        if isinstance(holder, Mapping) and holder.get("error"):
            raise ErrorInStreamError(holder["error"])
    if chunk.get("object") == "error" or chunk.get("type") == "error" or ("detail" in chunk and "choices" not in chunk):
        raise ErrorInStreamError(chunk)
    if isinstance(choice, Mapping) and choice.get("finish_reason") == "error":
        raise ErrorInStreamError(choice)


def _words(content: object) -> str:
    """Return the words of a content: a text, or a list of parts of which thoughts are none."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else ()
    texts = (part.get("text") for part in parts if isinstance(part, Mapping) and part.get("type") in {"text", None})
    return "".join(text for text in texts if isinstance(text, str))


def _call_in_words(text: str, request: ModelRequest) -> tuple[ToolCall, ...]:
    """Return the forced call that a server without tool calls wrote as JSON text, alone or in a code fence."""
    tool = next((tool for tool in request.tools if tool.name == request.force_tool), None)
    start, end = text.find("{"), text.rfind("}")
    if tool is None or start < 0 or end < start:
        return ()
    arguments = arguments_of(text[start : end + 1])
    if arguments is not None and arguments.get("name") == tool.name:
        inner = arguments.get("arguments", arguments.get("parameters"))
        arguments = inner if isinstance(inner, dict) else arguments_of(inner) if isinstance(inner, str) else arguments
    if not arguments or not _has_all(arguments, tool):
        return ()
    return (ToolCall(id=f"call_in_words_{len(request.messages)}", name=tool.name, arguments=arguments),)


def _has_all(arguments: dict[str, object], tool: ToolDefinition) -> bool:
    required = tool.parameters.get("required", [])
    return all(name in arguments for name in required)


def _number(value: object) -> int:
    return max(0, int(value)) if isinstance(value, int | float) and not isinstance(value, bool) else 0
