"""What the build step fetched is what was pinned."""

from __future__ import annotations

import json
import re

import pytest

import assets
from elisa.core.resources import fetched
from node import WEB


def test_every_fetched_file_has_its_pinned_checksum() -> None:
    assets.check(fetched())


def test_a_changed_file_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = assets.checksums(fetched())
    monkeypatch.setattr(assets, "checksums", lambda _: found | {"blockly/blockly.min.js": "0" * 64})
    with pytest.raises(assets.AssetsError, match=r"blockly\.min\.js"):
        assets.check(fetched())


def test_micropython_answers_with_the_error_numbers_that_mpremote_expects() -> None:
    text = (fetched() / "micropython" / "micropython.mjs").read_text(encoding="utf-8")
    assert text.count(assets.ERRNO_MAPPED) == 14
    assert not assets.ERRNO.search(text)


def test_versions_are_pinned_and_the_lock_names_no_address() -> None:
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    lock = (WEB / "package-lock.json").read_text(encoding="utf-8")
    for versions in (wanted["dependencies"], wanted["devDependencies"]):
        assert [name for name, version in versions.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []
    assert '"resolved"' not in lock
    packages = json.loads(lock)["packages"]
    assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []


def test_pitfall_53_installing_runs_no_script_and_ends_no_program() -> None:
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    assert "scripts" not in wanted
    assert "ignore-scripts=true" in (WEB / ".npmrc").read_text(encoding="utf-8").splitlines()


def test_every_fetched_piece_has_its_licence_beside_it() -> None:
    names = {path.relative_to(fetched()).as_posix() for path in fetched().rglob("*LICENSE")}
    assert names == {
        "blockly/LICENSE",
        "fake-timers-LICENSE",
        "icons/LICENSE",
        *(f"fonts/{name}-LICENSE" for name in assets.FONTS),
    }
