"""``elisa preview`` as a user starts it: the printed address answers, Ctrl-C ends it, nothing is left."""

from __future__ import annotations

import http.client
import re
import signal
import socket
from contextlib import closing
from typing import TYPE_CHECKING

from support.command import elisa, started

if TYPE_CHECKING:
    from pathlib import Path


def page(tmp_path: Path) -> Path:
    folder = tmp_path / "nugget"
    (folder / "dist").mkdir(parents=True)
    (folder / "dist" / "index.html").write_text("<title>Mine</title>", encoding="utf-8")
    return folder


def test_report_P101_the_printed_address_shows_this_page_until_stopped(tmp_path: Path) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        with started(["preview", page(tmp_path / number.name)], cwd=tmp_path) as process:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
            assert found is not None
            with closing(http.client.HTTPConnection("127.0.0.1", int(found[1]))) as visitor:
                visitor.request("GET", "/")
                assert visitor.getresponse().read() == b"<title>Mine</title>"
            process.send_signal(number)
            _, err = process.communicate(timeout=30)
            assert (process.returncode, err) == (0, "")
        with socket.socket() as probe:
            assert probe.connect_ex(("127.0.0.1", int(found[1]))) != 0


def test_report_P100_a_taken_port_does_not_keep_the_page_away(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with started(["preview", page(tmp_path), "--port", str(port)], cwd=tmp_path) as process:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
            assert found is not None
            assert int(found[1]) != port
            assert process.stdout.readline() == f"Number {port} was taken. I took {found[1]} instead.\n"
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=30)


def test_a_nugget_without_a_page_says_so(tmp_path: Path) -> None:
    ran = elisa("preview", tmp_path, cwd=tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.strip()
