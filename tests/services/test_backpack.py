"""The backpack: what a child attached is read as data, can be searched and never written, and refusals are named."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

import pytest

from elisa.build.fetch import fetch_page
from elisa.build.setting import Grants
from elisa.core.events import SourcePacked, TaskStarted, ToolBlocked
from elisa.spec.nugget import BackpackSource, Knowledge
from support.building import build, finished, planned, ready, task, tree_of, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import NuggetSpec
    from support.building import Built, Given

PLAN = planned(task("a", 0))
WORK = writes("a", {"a.txt": "1"})
NEARBY = partial(fetch_page, nearby=True)


def packing(*sources: BackpackSource) -> NuggetSpec:
    return wishes(1, knowledge=Knowledge(backpack_sources=list(sources)))


def source(uri: str | None, kind: str = "url", title: str = "Owls", number: int = 1) -> BackpackSource:
    return BackpackSource.model_validate({"id": f"s{number}", "type": kind, "title": title, "uri": uri})


def reasons(built: Built) -> list[str]:
    return [f"{event.what}: {event.reason}" for event in finished(built).left_out]


def calls(*tools: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"tool": name, "arguments": arguments} for name, arguments in tools]


def nugget(tmp_path: Path, **files: bytes | str) -> Path:
    folder = tmp_path / "n"
    folder.mkdir()
    for name, data in files.items():
        place = folder / name.replace("__", "/").replace("_", ".")
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder


def pdf(words: str) -> bytes:
    """Return a small PDF, written by hand."""
    stream = f"BT /F1 12 Tf 20 100 Td ({words}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F1 %s >> >> >>"
        % b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    out, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = len(out)
    return (
        out
        + b"xref\n0 5\n0000000000 65535 f \n"
        + table
        + b"trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % end
    )


async def test_helpers_read_and_search_a_text_and_cannot_change_it(tmp_path: Path) -> None:
    folder = nugget(tmp_path, owls_md="# Owls\nAn owl turns its head by 270 degrees.\n")
    look = {
        "calls": calls(
            ("search_code", {"pattern": "270"}),
            ("read_file", {"path": "@backpack/01-owls.txt"}),
            ("list_files", {"path": "@backpack"}),
            ("write_file", {"path": "@backpack/01-owls.txt", "content": "no"}),
        )
    }
    write = {
        "sees": ["@backpack/01-owls.txt:4: An owl turns", "only for reading"],
        "calls": calls(("write_file", {"path": "a.txt", "content": "270"})),
    }
    talk = [PLAN, {"task": "a", "turns": [look, write, {"say": "done"}]}]
    built = await build(folder, packing(source("owls.md")), talk)
    (packed,) = built.of(SourcePacked)
    assert (packed.path, packed.title) == ("@backpack/01-owls.txt", "Owls")
    assert len(built.of(ToolBlocked)) == 1
    assert set(tree_of(folder)) == {"owls.md", "a.txt"}, "the backpack is not part of what was made"
    assert "270" in (folder / ".elisa" / "backpack" / "01-owls.txt").read_text(encoding="utf-8")


async def test_files_in_the_folder_backpack_are_packed_where_the_block_asks_for_one(tmp_path: Path) -> None:
    folder = nugget(tmp_path, backpack__frogs_txt="Frogs jump.", backpack__pic_png=b"\x89PNG")
    built = await build(folder, packing(), [PLAN, WORK])
    assert [event.title for event in built.of(SourcePacked)] == ["frogs.txt"]
    assert any("pic.png" in reason and "something else" in reason for reason in reasons(built))


async def test_an_empty_backpack_is_named(tmp_path: Path) -> None:
    built = await build(tmp_path / "n", packing(), [PLAN, WORK])
    assert any("It is empty" in reason for reason in reasons(built))


async def test_words_of_a_pdf_and_of_a_page_are_read(tmp_path: Path) -> None:
    page = "<html><script>evil()</script><body><p>Bats hang &amp; sleep.</p></body></html>"
    folder = nugget(tmp_path, owls_pdf=pdf("Owls hunt at night"), bats_html=page)
    spec = packing(source("owls.pdf", "pdf"), source("bats.html", title="Bats", number=2))
    built = await build(folder, spec, [PLAN, WORK])
    assert reasons(built) == []
    texts = {path.name: path.read_text(encoding="utf-8") for path in (folder / ".elisa" / "backpack").iterdir()}
    assert "Owls hunt at night" in texts["01-owls.txt"]
    assert "Bats hang & sleep." in texts["02-bats.txt"]
    assert "evil" not in texts["02-bats.txt"]
    assert reasons(built) == []


@pytest.mark.parametrize(
    ("uri", "kind", "why"),
    [
        ("../secret.txt", "url", "outside the nugget"),
        ("/etc/passwd.txt", "url", "outside the nugget"),
        (".elisa/journal.txt", "url", "outside the nugget"),
        ("not-there.txt", "url", "is not there"),
        ("movie.mp4", "url", "something else"),
        ("broken.pdf", "pdf", "damaged"),
        ("empty.txt", "url", "no words"),
        ("zero.txt", "url", "damaged"),
        (None, "url", "names no file"),
        ("file:///etc/passwd", "url", "no address"),
        ("https://example.org/owls", "url", "allow the network"),
        ("https://example.org/v", "youtube", "watch videos"),
        ("https://example.org/d", "drive", "shared drives"),
        ("https://example.org/f", "news_feed", "follow news"),
    ],
)
async def test_what_cannot_be_packed_is_named_and_the_build_goes_on(
    tmp_path: Path, uri: str | None, kind: str, why: str
) -> None:
    (tmp_path / "secret.txt").write_text("a secret of the neighbour")
    folder = nugget(tmp_path, broken_pdf=b"%PDF-1.4 nonsense", empty_txt=" ", zero_txt=b"a\0b", movie_mp4=b"x")
    built = await build(folder, packing(source(uri, kind)), [PLAN, WORK])
    assert [why in reason for reason in reasons(built)] == [True], reasons(built)
    assert built.of(SourcePacked) == []
    assert (folder / "a.txt").exists()


async def test_a_link_out_of_the_folder_is_no_way_out(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("a secret of the neighbour")
    folder = nugget(tmp_path)
    (folder / "notes.txt").symlink_to(tmp_path / "secret.txt")
    built = await build(folder, packing(source("notes.txt")), [PLAN, WORK])
    assert built.of(SourcePacked) == []
    assert len(reasons(built)) == 1


async def serving(answer: bytes) -> asyncio.Server:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    return await asyncio.start_server(serve, "127.0.0.1", 0)


def http(body: bytes, media: str = "text/html", status: str = "200 OK", more: str = "") -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {media}\r\nContent-Length: {len(body)}\r\n{more}Connection: close\r\n\r\n"
    )
    return head.encode() + body


async def packed_from(tmp_path: Path, answer: bytes, **setting: Unpack[Given]) -> Built:
    server = await serving(answer)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/owls"
    async with server:
        return await build(tmp_path / "n", packing(source(address)), [PLAN, WORK], **setting)


async def test_a_page_is_fetched_only_where_a_person_allowed_the_network(tmp_path: Path) -> None:
    page = http(b"<p>Owls fly without a sound.</p>")
    built = await packed_from(tmp_path, page, grants=Grants(network=True), fetch=NEARBY)
    (packed,) = built.of(SourcePacked)
    assert packed.words == 5
    assert "without a sound" in (built.folder / ".elisa" / "backpack" / "01-owls.txt").read_text(encoding="utf-8")


async def test_a_nugget_cannot_make_us_read_from_this_computers_own_servers(tmp_path: Path) -> None:
    built = await packed_from(tmp_path, http(b"<p>router password</p>"), grants=Grants(network=True))
    assert built.of(SourcePacked) == []
    assert ["your own home" in reason for reason in reasons(built)] == [True]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (http(b"", status="404 Not Found"), "can't reach"),
        (http(b"x", media="video/mp4"), "something else"),
        (http(b"", status="302 Found", more="Location: file:///etc/passwd\r\n"), "can't reach"),
        (b"nonsense", "can't reach"),
    ],
)
async def test_a_page_that_is_not_to_be_had_is_named(tmp_path: Path, answer: bytes, why: str) -> None:
    built = await packed_from(tmp_path, answer, grants=Grants(network=True), fetch=NEARBY)
    assert [why in reason or "no address" in reason for reason in reasons(built)] == [True], reasons(built)


async def test_a_build_that_goes_on_does_not_pack_again_and_its_helpers_still_read(tmp_path: Path) -> None:
    folder = nugget(tmp_path, owls_md="Owls are quiet.")
    spec = packing(source("owls.md"))
    built, work = ready(folder, spec, [PLAN, {"task": "a", "turns": [{"hang": True}]}])
    run = asyncio.ensure_future(work.run())
    await built.seen(TaskStarted)
    run.cancel()
    await asyncio.wait([run])
    read = {"calls": calls(("read_file", {"path": "@backpack/01-owls.txt"}))}
    write = {"sees": ["quiet"], "calls": calls(("write_file", {"path": "a.txt", "content": "1"}))}
    again = await build(folder, spec, [{"task": "a", "turns": [read, write, {"say": "done"}]}], resume=True)
    assert again.of(SourcePacked) == []
    assert (folder / "a.txt").exists()
