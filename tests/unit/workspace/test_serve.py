from __future__ import annotations

import asyncio
import http.client
import os
import signal
import socket
from ipaddress import IPv4Address
from typing import TYPE_CHECKING

import psutil
import pytest

from elisa.workspace.serve import find_site, media_type, serve

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    (folder / "sub").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Catch the stars</title>", encoding="utf-8")
    (folder / "game.js").write_text("let score = 0", encoding="utf-8")
    (folder / "sub" / "index.html").write_text("<title>Sub</title>", encoding="utf-8")
    (folder / "猫 1.svg").write_text("<svg/>", encoding="utf-8")
    (folder / ".elisa").mkdir()
    (folder / ".elisa" / "journal.jsonl").write_text("secret", encoding="utf-8")
    (folder / ".env").write_text("secret", encoding="utf-8")
    (tmp_path / "outside.txt").write_text("secret", encoding="utf-8")
    return folder


class Answer:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status, self.headers, self.body = response.status, response.headers, response.read().decode("utf-8")


async def ask(port: int, path: str, method: str = "GET", **headers: str) -> Answer:
    def get() -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            connection.putrequest(method, path, skip_host="Host" in headers)
            for name, value in headers.items():
                connection.putheader(name, value)
            connection.endheaders()
            return Answer(connection.getresponse())
        finally:
            connection.close()

    return await asyncio.get_running_loop().run_in_executor(None, get)


async def test_report_P101_the_shown_address_answers_with_this_projects_page(site: Path) -> None:
    for _ in range(3):
        async with serve(site) as served:
            assert served.url == f"http://127.0.0.1:{served.port}/"
            answer = await ask(served.port, "/")
            assert (answer.status, answer.body) == (200, "<title>Catch the stars</title>")
            assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
            assert answer.headers["Cache-Control"] == "no-store"


async def test_pitfall_31_files_come_without_any_other_program_folders_with_their_page_and_parts_on_demand(
    site: Path,
) -> None:
    async with serve(site) as served:
        assert (await ask(served.port, "/game.js?x=1")).headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert (await ask(served.port, "/%E7%8C%AB%201.svg")).headers["Content-Type"] == "image/svg+xml"
        assert (await ask(served.port, "/sub")).headers["Location"] == "sub/"
        assert (await ask(served.port, "/sub/")).body == "<title>Sub</title>"
        part = await ask(served.port, "/game.js", Range="bytes=4-8")
        assert (part.status, part.body) == (206, "score")
        assert (await ask(served.port, "/game.js", "HEAD")).body == ""
        assert (await ask(served.port, "/game.js", "POST")).status == 405


@pytest.mark.parametrize(
    "path",
    [
        "/none.js",
        "/.env",
        "/.elisa/journal.jsonl",
        "/%2eelisa/journal.jsonl",
        "/.ELISA/journal.jsonl",
        "/sub/../.env",
        "/../outside.txt",
        "/%2e%2e/outside.txt",
        "/..%2foutside.txt",
        "/..%5coutside.txt",
        "//etc/passwd",
        "/%00",
        "/link.txt",
        "/up/outside.txt",
        "/pipe",
        "/sub/x/../../../outside.txt",
        "/game.js/",
        "/" + "a" * 5000,
    ],
)
async def test_nothing_but_the_sites_own_files_is_served(site: Path, path: str) -> None:
    (site / "link.txt").symlink_to(site.parent / "outside.txt")
    (site / "up").symlink_to("..")
    os.mkfifo(site / "pipe")
    async with serve(site) as served:
        answer = await ask(served.port, path)
        assert answer.status in (400, 404)
        assert "secret" not in answer.body


async def test_a_foreign_host_name_gets_nothing(site: Path) -> None:
    async with serve(site) as served:
        assert (await ask(served.port, "/", Host="evil.example")).status == 421
        assert (await ask(served.port, "/", Host=f"localhost:{served.port}")).status == 200


async def test_report_P100_a_taken_port_is_exchanged_for_a_free_one(site: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with serve(site, port) as served:
            assert served.port != port
            assert "Catch the stars" in (await ask(served.port, "/")).body
    async with serve(site, port) as served:
        assert served.port == port


async def test_report_P104_only_this_computer_is_answered(site: Path) -> None:
    async with serve(site):
        listening = [c.laddr.ip for c in psutil.Process().net_connections() if c.status == psutil.CONN_LISTEN]
        assert set(listening) == {"127.0.0.1"}


async def test_report_P102_after_the_end_nothing_listens(site: Path) -> None:
    for _ in range(3):
        async with serve(site):
            pass
    assert [c for c in psutil.Process().net_connections() if c.status == psutil.CONN_LISTEN] == []


@pytest.mark.allow_hosts(["127.0.0.1", "192.0.2.1"])
async def test_the_whole_network_only_when_asked(site: Path) -> None:
    async with serve(site, lan=True) as served:
        listening = [c.laddr.ip for c in psutil.Process().net_connections() if c.status == psutil.CONN_LISTEN]
        assert set(listening) == {str(IPv4Address(0))}
        assert (await ask(served.port, "/")).status == 200


async def test_the_end_does_not_wait_for_a_reader_that_never_reads(site: Path) -> None:
    (site / "big.bin").write_bytes(bytes(30_000_000))
    served = serve(site)
    async with served:
        stuck = socket.create_connection(("127.0.0.1", served.port))
        stuck.sendall(b"GET /big.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await asyncio.get_running_loop().run_in_executor(None, stuck.recv, 1)
        began = asyncio.get_running_loop().time()
    assert asyncio.get_running_loop().time() - began < 6
    stuck.close()


async def test_signal_handlers_stay_as_they_were(site: Path) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    async with serve(site):
        assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


def test_the_site_is_the_first_folder_with_a_page(tmp_path: Path) -> None:
    assert find_site(tmp_path) is None
    for name in (".", "src", "public", "build", "dist"):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "index.html").write_text("x", encoding="utf-8")
        assert find_site(tmp_path) == (tmp_path / name).resolve()


def test_a_site_folder_that_leads_out_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text("x", encoding="utf-8")
    (tmp_path / "n").mkdir()
    (tmp_path / "n" / "dist").symlink_to("../other")
    assert find_site(tmp_path / "n") is None


def test_unknown_kinds_are_plain_downloads() -> None:
    assert [media_type(name) for name in ("A.JS", "x.wasm", "x", "x.exe")] == [
        "text/javascript",
        "application/wasm",
        "application/octet-stream",
        "application/octet-stream",
    ]
