"""What can go wrong between us and a model's server, sorted by what helps: try again, or a grown-up.

Both vendors' libraries stand on the same HTTP library and have the same shape of errors, so this sorts for both.
Sources: the vendors' pages on errors; HTTP semantics (RFC 9110, ``Retry-After``); texts of llama.cpp and LM Studio.
"""

from __future__ import annotations

import json
import re
import ssl
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Literal

from elisa.core.errors import failure
from elisa.core.log import Redactor
from elisa.providers.address import host_of, is_on_this_computer, is_vendors_own
from elisa.providers.base import ProviderError
from elisa.providers.joined import is_about_the_template
from elisa.providers.json_text import mended

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from elisa.providers.base import Usage

Reason = Literal["busy", "rate", "unreached", "broke_off"]

_DETAIL = 2000
_NO_CREDIT = ("credit balance", "insufficient_quota", "exceeded your current quota", "insufficient credits", "billing_")
_TOO_LONG = re.compile(
    r"prompt is too long|context.length|context_length|context window|context size|maximum context|n_ctx"
    r"|too many tokens|request_too_large|reduce the length",
    re.IGNORECASE,
)
_LOCAL_SIZES = (
    re.compile(r"n_keep:\s*(?P<needs>\d+)\s*>=\s*n_ctx:\s*(?P<has>\d+)"),
    re.compile(r"(?P<needs>\d+) tokens\) exceeds the available context size \((?P<has>\d+)"),
    re.compile(r"keep the first (?P<needs>\d+) tokens.{0,200}?context length of only (?P<has>\d+)", re.DOTALL),
)
# llama.cpp with several models and OpenRouter say so with status 400, others with 404.
_NO_SUCH_MODEL = re.compile(
    r"\bmodel\b(?: name)?[\s:=\\'\"`]*[^\s'\"`\\]+[\\'\"`]*,?\s+(?:is |was )?(?:not found|(?:does not|doesn.t) exist)"
    r"|not a valid model|(?:unknown|no such) model|model_not_found",
    re.IGNORECASE,
)
_PAGE = re.compile(r"\s*(?:<!doctype\s+html|<html|<head|<body)", re.IGNORECASE)
_FOR_GOOD = {"invalid_request_error", "authentication_error", "permission_error", "not_found_error"}
_BUSY = {"overloaded_error", "api_error", "timeout_error", "server_error", "provider_unavailable", "overloaded"}
_BUSY_STATUS = {408, 409, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529}


class TryAgainError(Exception):
    """This attempt failed, and the same call may succeed later.

    Attributes:
        reason: Why, by the names of the sentences ``providers.wait_*``.
        give_up: What to raise when there are no more tries.
        after: Seconds that the server asks for, or ``None``.
        spent: What the attempt cost, as far as it is known.
    """

    def __init__(
        self, reason: Reason, give_up: ProviderError, *, after: float | None = None, spent: Usage | None = None
    ) -> None:
        super().__init__(give_up.detail)
        self.reason: Reason = reason
        self.give_up = give_up
        self.after = after
        self.spent = spent


def problem(code: str, /, detail: str = "", **values: object) -> ProviderError:
    """Build a ``ProviderError`` whose sentence is looked up in ``core.text`` by its code."""
    known = failure(code, detail, **values)
    return ProviderError(known.code, known.sentence, known.detail)


@dataclass(frozen=True, slots=True)
class Line:
    """Whom we talk to, for sentences; ``key`` is blotted out of every detail and is not shown itself.

    Attributes:
        name: The provider's name, as a person chose it.
        model: The model's own name.
        address: The server's address.
        key: The key that requests carry, or nothing.
    """

    name: str
    model: str
    address: str
    key: str = field(default="", repr=False)

    @property
    def host(self) -> str:
        """The server's name and port."""
        return host_of(self.address)

    def hide(self, text: str) -> str:
        """Return a text that a server sent without the key, at most 2,000 characters."""
        return Redactor([self.key]).hide(mended(text))[:_DETAIL]

    def refused(self, status: int, body: object, headers: Mapping[str, str]) -> TryAgainError | ProviderError:
        """Sort an answer that is no success, also one inside a stream: ``status`` 200, the error names its own."""
        status = _status_in(body) or status
        detail = self.hide(f"{status} {_text_of(body)}")
        kind, words = _kind_of(body), f"{_kind_of(body)} {_text_of(body)}"
        if any(sign in words.lower() for sign in _NO_CREDIT) or status == 402:
            return problem("providers.no_credit", detail)
        if status in (400, 413, 422, 500, 200) and _TOO_LONG.search(words):
            return self._too_long(words, detail)
        if is_about_the_template(words):
            return problem("providers.refused", detail)
        if status == 429 or kind in ("rate_limit_error", "rate_limit_exceeded"):
            return self._later("rate", detail, headers)
        if status in _BUSY_STATUS or kind in _BUSY or (status == 200 and kind not in _FOR_GOOD):
            return self._later("busy", detail, headers)
        return self._for_good(status, kind, detail, is_page=bool(_PAGE.match(_text_of(body))))

    def unreached(self, error: BaseException) -> TryAgainError | ProviderError:
        """Sort an error of the connection, from a library's own down to what caused it."""
        causes = list(_causes(error))
        detail = self.hide("; ".join(f"{type(cause).__name__}: {cause}" for cause in causes))
        names = {parent.__name__ for cause in causes for parent in type(cause).__mro__}
        if "CERTIFICATE_VERIFY_FAILED" in detail:
            return problem("providers.certificate", detail)
        if "WRONG_VERSION_NUMBER" in detail:
            return self.nobody_of_ours(detail)  # https was typed, or is shown, where plain words are spoken
        is_refused = any(isinstance(cause, ssl.SSLError) and "ALERT" in str(cause) for cause in causes)
        if "ProxyError" in names or (is_refused and "ConnectError" in names):
            return problem("providers.proxy", detail, host=self.host)
        if names & {"UnsupportedProtocol", "LocalProtocolError", "InvalidURL"}:
            return problem("providers.wrong_address", detail, host=self.host)
        if names & {"ConnectError", "ConnectTimeout"}:
            return TryAgainError("unreached", self._nobody_there(detail))
        return self.broke_off(detail)

    def nobody_of_ours(self, detail: str) -> ProviderError:
        """Return what to say where something answers that is no model: a wrong address, or a network's own page."""
        code = "providers.proxy" if is_vendors_own(self.address) else "providers.wrong_address"
        return problem(code, self.hide(detail), host=self.host)

    def broke_off(self, detail: str, spent: Usage | None = None) -> TryAgainError:
        """Return the fault of an answer that ended in the middle."""
        return TryAgainError("broke_off", problem("providers.broke_off", self.hide(detail)), spent=spent)

    def _later(self, reason: Reason, detail: str, headers: Mapping[str, str]) -> TryAgainError | ProviderError:
        given_up = problem("providers.too_busy", detail)
        if headers.get("x-should-retry") == "false":
            return given_up
        return TryAgainError(reason, given_up, after=wait_asked(headers))

    def _too_long(self, words: str, detail: str) -> ProviderError:
        for pattern in _LOCAL_SIZES:
            sizes = pattern.search(words)
            if sizes is not None:
                return problem("providers.local_too_small", detail, has=sizes["has"], needs=sizes["needs"])
        return problem("providers.too_long", detail)

    def _for_good(self, status: int, kind: str, detail: str, *, is_page: bool) -> ProviderError:
        # A page instead of an error's words is a school's filter or login, or some other server.
        if status in (407, 511) or (is_page and status in (403, 451)):
            return problem("providers.proxy", detail, host=self.host)
        if status == 401 or kind == "authentication_error":
            return problem("providers.wrong_key", detail, name=self.name)
        if status == 403:
            return problem("providers.not_allowed", detail, model=self.model)
        is_model = kind == "not_found_error" or ("model" in detail.lower() and not is_page)
        if (status == 404 and is_model) or _NO_SUCH_MODEL.search(detail):
            return problem("providers.unknown_model", detail, model=self.model)
        if status in (404, 405) or 300 <= status < 400:
            return self.nobody_of_ours(detail)
        return problem("providers.refused", detail)

    def _nobody_there(self, detail: str) -> ProviderError:
        code = "providers.not_running" if is_on_this_computer(self.address) else "providers.unreachable"
        return problem(code, detail, host=self.host)


def wait_asked(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return the seconds that a server asks to wait for: ``retry-after-ms``, ``retry-after`` as seconds or as a date.

    A date is reckoned by the server's own clock where it names one: school computers' clocks are often wrong. A moment
    that has passed is 0; what cannot be read is ``None``.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    asked = headers.get("retry-after")
    seconds = _number(asked)
    if seconds is not None or asked is None:
        return seconds
    moment = _moment(asked)
    if moment is None:
        return None
    return max(0.0, (moment - (now or _moment(headers.get("date", "")) or datetime.now(UTC))).total_seconds())


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _number(text: str | None) -> float | None:
    if text is None or not re.fullmatch(r"\s*\d{1,9}(\.\d{1,9})?\s*", text):
        return None
    return float(text)


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__


def _error_in(body: object) -> object:
    if isinstance(body, list) and len(body) == 1:
        body = body[0]  # Google's compatible server packs it so
    return body.get("error", body) if isinstance(body, dict) else body


def _status_in(body: object) -> int | None:
    error = _error_in(body)
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, int) and 400 <= code < 600 else None


def _kind_of(body: object) -> str:
    error = _error_in(body)
    if not isinstance(error, dict):
        return ""
    return next((value for key in ("type", "code", "message") if isinstance(value := error.get(key), str)), "")


def _text_of(body: object) -> str:
    error = _error_in(body)
    return error if isinstance(error, str) else json.dumps(error, ensure_ascii=False, default=str)
