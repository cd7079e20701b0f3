"""What a school's network answers in a model's place: its own pages, refusals, odd proxies and half a handshake.

Each has one sentence that says who can help; none is a bare error, and none blames the key or the model.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from elisa.core.errors import ElisaError
from elisa.providers.anthropic import AnthropicProvider
from elisa.providers.base import ProviderError
from elisa.providers.faults import Line
from elisa.providers.http import http_client
from elisa.providers.openai import OpenAIProvider
from support.asking import NoTime, ask

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PAGE = b"<!DOCTYPE html><html><head><title>Filter</title></head><body>No model for you</body></html>"
KINDS = pytest.mark.parametrize("kind", ["claude", "openai"])


@asynccontextmanager
async def answering(raw: bytes) -> AsyncIterator[int]:
    """Answer every connection with the same bytes, then hang up."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(65536)
        writer.write(raw)
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


def http(status: int, body: bytes, kind: str = "text/html") -> bytes:
    """Return a response."""
    head = f"HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
    return head.encode() + body


def provider(kind: str, address: str) -> AnthropicProvider | OpenAIProvider:
    """Return a provider of a kind; waits take no time."""
    policy = NoTime().policy()
    if kind == "claude":
        return AnthropicProvider("m", key="sk-ant-1234567", base_url=address, retrying=policy)
    return OpenAIProvider("openai", "m", key="sk-12345678", base_url=address, retrying=policy)


async def outcome(kind: str, raw: bytes, scheme: str = "http") -> str:
    """Return the code of what a build is told."""
    async with answering(raw) as port:
        asking = provider(kind, f"{scheme}://127.0.0.1:{port}")
        code = (await ask(asking)).code
        await asking.close()
    return code


@KINDS
@pytest.mark.parametrize("status", [403, 451, 511])
async def test_a_filters_page_is_the_networks_and_not_the_keys_fault(kind: str, status: int) -> None:
    assert await outcome(kind, http(status, PAGE)) == "providers.proxy"


@KINDS
async def test_a_page_that_happens_to_say_model_names_no_unknown_model(kind: str) -> None:
    assert await outcome(kind, http(404, PAGE)) == "providers.wrong_address"


@KINDS
@pytest.mark.parametrize("status", [200, 302])
async def test_a_login_page_is_no_answer(kind: str, status: int) -> None:
    assert await outcome(kind, http(status, PAGE)) == "providers.wrong_address"


@pytest.mark.parametrize("host", ["api.anthropic.com", "api.openai.com", "openrouter.ai"])
def test_a_strange_page_at_an_address_that_nobody_typed_is_the_networks(host: str) -> None:
    line = Line(name="x", model="m", address=f"https://{host}")
    fault = line.refused(302, "", {})
    assert isinstance(fault, ProviderError)
    assert fault.code == line.nobody_of_ours("").code == "providers.proxy"


@KINDS
async def test_https_where_plain_words_are_spoken_is_a_wrong_address_and_no_certificate(kind: str) -> None:
    assert await outcome(kind, http(400, b""), "https") == "providers.wrong_address"


@KINDS
async def test_a_handshake_that_is_refused_is_a_closed_way_out(kind: str) -> None:
    handshake_failure = b"\x15\x03\x03\x00\x02\x02\x28"
    assert await outcome(kind, handshake_failure, "https") == "providers.proxy"


@KINDS
async def test_a_handshake_that_breaks_off_is_tried_again(kind: str) -> None:
    async with answering(b"") as port:
        asking = provider(kind, f"https://127.0.0.1:{port}")
        asked = await ask(asking)
        await asking.close()
    assert (asked.code, len(asked.waits)) == ("providers.not_running", 2)


@KINDS
@pytest.mark.parametrize("body", [b'{"data": [', b"[" * 200_000, b"\xff\xfe{}", b"null", b'"x"'])
async def test_a_list_of_models_that_is_none_is_a_wrong_address(kind: str, body: bytes) -> None:
    async with answering(http(200, body, "application/json")) as port:
        asking = provider(kind, f"http://127.0.0.1:{port}")
        with pytest.raises(ProviderError) as failed:
            await asking.models()
        await asking.close()
    assert failed.value.code == "providers.wrong_address"


@pytest.fixture
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return monkeypatch


@KINDS
@pytest.mark.parametrize("way", ["socks://127.0.0.1:1080/", "socks5://someone:secret@127.0.0.1:1080"])
async def test_a_proxy_of_an_unknown_kind_is_named_without_its_password(
    kind: str, way: str, no_proxies: pytest.MonkeyPatch
) -> None:
    no_proxies.setenv("ALL_PROXY", way)
    asked = await ask(provider(kind, "https://models.invalid"))
    assert asked.code == "providers.proxy"
    assert asked.error is not None
    assert "socks" in asked.error.detail
    assert "secret" not in asked.error.detail


async def test_beside_a_proxy_of_an_unknown_kind_the_usual_one_is_used(no_proxies: pytest.MonkeyPatch) -> None:
    """GNOME's "the same proxy for all" sets a ``socks://`` one beside the others."""
    no_proxies.setenv("ALL_PROXY", "socks://127.0.0.1:1080/")
    async with answering(http(403, PAGE)) as port:
        no_proxies.setenv("HTTP_PROXY", f"127.0.0.1:{port}")
        asking = provider("openai", "http://models.invalid")
        assert (await ask(asking)).code == "providers.proxy"
        await asking.close()


async def test_a_host_that_needs_no_proxy_is_reached_whatever_the_proxy_is(no_proxies: pytest.MonkeyPatch) -> None:
    no_proxies.setenv("ALL_PROXY", "socks://127.0.0.1:1080/")
    no_proxies.setenv("NO_PROXY", "models.invalid")
    await http_client("https://models.invalid").aclose()
    with pytest.raises(ElisaError):
        http_client("https://others.invalid")


@KINDS
@pytest.mark.parametrize("address", ["http://1.2.3.999", "http://ü..de"])
async def test_a_name_that_no_server_can_have_is_a_wrong_address(kind: str, address: str) -> None:
    assert (await ask(provider(kind, address))).code == "providers.wrong_address"


@KINDS
async def test_an_error_packed_in_a_list_is_read(kind: str) -> None:
    body = b'[{"error": {"code": 400, "message": "API key not valid", "type": "authentication_error"}}]'
    assert await outcome(kind, http(400, body, "application/json")) == "providers.wrong_key"
