from __future__ import annotations

import base64
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest

from elisa.core.errors import ElisaError
from elisa.workspace.single_file import build_single_file, single_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def site(folder: Path, page: str, files: Mapping[str, bytes | str] = MappingProxyType({})) -> Path:
    for name, content in {"index.html": page, **files}.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def uri(kind: str, content: bytes | str) -> str:
    data = content if isinstance(content, bytes) else content.encode()
    charset = ";charset=utf-8" if kind.startswith("text/") else ""
    return f"data:{kind}{charset};base64,{base64.b64encode(data).decode()}"


def test_a_page_without_references_stays_as_it_is_to_the_letter(tmp_path: Path) -> None:
    page = (
        "<!DOCTYPE html>\n<!-- hi -->\n<HTML lang=de><head><meta charset='utf-8'></head>\n"
        "<body onload=\"a &amp;&amp; b\"><pre>\n\n x</pre><svg viewBox='0 0 1 1'><use href='#a'/></svg>&nbsp;&copy"
        "<script>if (a < b && c > d) { x = '<p>' }</script><p>猫 <b>un<i>closed\r\n</body></HTML>\n"
    )
    assert single_file(site(tmp_path, page)) == page.replace("<meta charset='utf-8'>", '<meta charset="utf-8">')


def test_style_sheets_scripts_pictures_fonts_and_sounds_come_along(tmp_path: Path) -> None:
    page = """<!doctype html><html><head><meta charset="utf-8"><title>T</title>
<link rel="stylesheet" href="css/main.css" media="screen"><link rel="icon" href="i.png">
<link rel="preload" href="i.png" as="image"><style>p { background: url(i.png) }</style></head>
<body style="background: url('i.png')"><img src="./i.png?v=1" alt="a &quot;b&quot;" srcset="i.png 1x, i.png 2x">
<audio src="a%20b.mp3"></audio><svg><image href="i.png"/></svg><script src="js/game.js"></script></body></html>"""
    css = '@import "more.css" screen; /* url(no.png) */ @font-face { src: url("../f.woff2") format("woff2") }'
    html = build_single_file(
        site(
            tmp_path,
            page,
            {
                "css/main.css": css,
                "css/more.css": "p { background: url(../i.png) }",
                "i.png": b"\x89PNG",
                "f.woff2": b"font",
                "a b.mp3": b"sound",
                "js/game.js": "const s = '</script><b>'; new Audio('a b.mp3'); draw('nothing.png')",
            },
        )
    )
    png, sound, font = uri("image/png", b"\x89PNG"), uri("audio/mpeg", b"sound"), uri("font/woff2", b"font")
    more = uri("text/css", f'p {{ background: url("{png}") }}')
    assert html.notes == ()
    assert (
        html.html
        == f"""<!doctype html><html><head><meta charset="utf-8"><title>T</title>
<style media="screen">@import url("{more}") screen; /* url(no.png) */ @font-face {{ src: url("{font}") \
format("woff2") }}</style><link rel="icon" href="{png}">
<style>p {{ background: url("{png}") }}</style></head>
<body style="background: url(&quot;{png}&quot;)"><img src="{png}" alt="a &quot;b&quot;" srcset="{png} 1x, {png} 2x">
<audio src="{sound}"></audio><svg><image href="{png}" /></svg><script>const s = '<\\/script><b>'; \
new Audio('{sound}'); \
draw('nothing.png')</script></body></html>"""
    )


def test_deferred_scripts_run_in_order_after_the_page(tmp_path: Path) -> None:
    scripts = "<script defer src=a.js></script><script src=b.js></script><script defer src=c.js></script>"
    page = f"<head>{scripts}</head><body>x</body>"
    html = single_file(site(tmp_path, page, {"a.js": "A", "b.js": "B", "c.js": "C"}))
    assert html == (
        '<head><meta charset="utf-8"><script>B</script></head><body>x<script>A</script><script>C</script></body>'
    )


@pytest.mark.parametrize("script", ["x = '<!-- <script>'", "if (a<script.length) b()", "<!-- old"])
def test_scripts_that_html_would_misread_go_into_a_data_uri(tmp_path: Path, script: str) -> None:
    html = single_file(site(tmp_path, "<meta charset=utf-8><script src=a.js></script>", {"a.js": script}))
    assert html == f'<meta charset="utf-8"><script src="{uri("text/javascript", script)}"></script>'


def test_what_cannot_come_along_is_told(tmp_path: Path) -> None:
    page = (
        "<link rel=stylesheet href='https://fonts.example/a.css'><img src=gone.png><img src='../../secret.png'>"
        "<a href=two.html>2</a><script src=//cdn.example/x.js></script><script>new Worker('w.js')</script>"
        "<a href='https://example.org'>link</a><img src=.elisa/x.png>"
    )
    made = build_single_file(site(tmp_path, page, {"two.html": "2", "w.js": "1", "lost.png": "x", "README.md": "x"}))
    assert [(note.code.removeprefix("workspace.asset_"), note.part) for note in made.notes] == [
        ("internet", "https://fonts.example/a.css"),
        ("missing", "gone.png"),
        ("missing", "secret.png"),
        ("outside", "two.html"),
        ("internet", "//cdn.example/x.js"),
        ("outside", "w.js"),
        ("missing", ".elisa/x.png"),
        ("unused", "lost.png"),
    ]
    assert "gone.png" in made.notes[1].sentence
    for kept in ("https://fonts.example/a.css", "gone.png", "//cdn.example/x.js", "two.html"):
        assert kept in made.html


def test_nobody_misses_the_blocks_that_lie_beside_the_page(tmp_path: Path) -> None:
    blocks = {"workspace.json": "{}", "skills.json": "[]", "rules.json": "[]", "portals.json": "[]"}
    assert build_single_file(site(tmp_path, "<meta charset=utf-8>x", blocks)).notes == ()


def test_nothing_outside_the_site_gets_in(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    folder = site(tmp_path / "site", "<img src=../secret.txt><img src=link.png><img src='/../secret.txt'>")
    (folder / "link.png").symlink_to("../secret.txt")
    assert uri("text/plain", "secret")[-8:] not in single_file(folder)


def test_a_page_policy_that_names_files_goes_and_modules_without_imports_come(tmp_path: Path) -> None:
    page = (
        "<meta http-equiv=Content-Security-Policy content=\"script-src 'self'\"><meta charset=iso-8859-1>"
        "<script type=module src=m.js integrity=x></script>caf\xe9"
    )
    (tmp_path / "index.html").write_bytes(page.encode("latin-1"))
    (tmp_path / "m.js").write_text("let a = 1")
    assert single_file(tmp_path) == '<meta charset="utf-8"><script type="module">let a = 1</script>café'


def test_data_of_the_page_comes_along_for_fetch(tmp_path: Path) -> None:
    html = single_file(site(tmp_path, "<script>fetch('levels.json')</script>", {"levels.json": "[1]"}))
    assert f"fetch('{uri('application/json', '[1]')}')" in html


def test_style_sheets_that_import_each_other_end(tmp_path: Path) -> None:
    page = "<link rel=stylesheet href=a.css>"
    assert single_file(site(tmp_path, page, {"a.css": "@import 'b.css';", "b.css": "@import url(a.css);"}))


def test_a_base_address_counts(tmp_path: Path) -> None:
    page = "<meta charset=utf-8><base href='pics/'><img src=a.png>"
    html = single_file(site(tmp_path, page, {"pics/a.png": b"x"}))
    assert html == f'<meta charset="utf-8"><img src="{uri("image/png", b"x")}">'


def test_without_a_page_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ElisaError) as refused:
        single_file(tmp_path)
    assert refused.value.code == "serve.no_site"
