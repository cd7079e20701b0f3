"""``elisa test`` and ``elisa doctor`` as a person starts them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from support.command import elisa

if TYPE_CHECKING:
    from pathlib import Path

PAGE_TEST = """
test("greets", { requirement: "req_0" }, async (page) => check.equal(await page.text("h1"), "Hi"));
test("dances", { requirement: "req_1" }, async (page) => check(await page.visible("#dance"), "no dance"));
"""


def nugget(folder: Path, page_test: str) -> Path:
    (folder / "tests").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>x</title><h1>Hi</h1>", encoding="utf-8")
    (folder / "tests" / "a.test.js").write_text(page_test, encoding="utf-8")
    return folder


def test_report_P066_test_prints_one_document_and_red_is_4(tmp_path: Path) -> None:
    ran = elisa("test", nugget(tmp_path / "my game", PAGE_TEST), "--json", cwd=tmp_path)
    assert ran.code == 4, ran.err
    assert json.loads(ran.out) == {
        "passed": 1, "failed": 1, "skipped": 0, "coverage": None,
        "tests": [
            {"name": "greets", "status": "passed", "requirement_id": "req_0", "message": ""},
            {"name": "dances", "status": "failed", "requirement_id": "req_1", "message": "no dance"},
        ],
    }  # fmt: skip


def test_green_is_0_and_is_told_in_words(tmp_path: Path) -> None:
    ran = elisa("test", nugget(tmp_path / "game", PAGE_TEST.partition('test("dances')[0]), cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert "✓ greets" in ran.out
    assert "1 passed, 0 failed, 0 did not run." in ran.out


def test_none_ran_is_4_and_no_folder_is_2(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert elisa("test", tmp_path / "empty", cwd=tmp_path).code == 4
    missing = elisa("test", tmp_path / "nowhere", cwd=tmp_path)
    assert missing.code == 2
    assert "nowhere" in missing.err


def test_doctor_looks_at_everything(tmp_path: Path) -> None:
    ran = elisa("doctor", "--json", cwd=tmp_path)
    told = json.loads(ran.out)
    assert [check["name"] for check in told["checks"]] == [
        "web_engine", "key_store", "certificates", "git", "ports", "sandbox", "disk",
    ]  # fmt: skip
    health = {check["name"]: check["health"] for check in told["checks"]}
    assert health["web_engine"] == health["git"] == health["ports"] == "ok"
    assert set(health.values()) <= {"ok", "warn", "fail"}
    assert all(check["sentence"].count(".") >= 1 for check in told["checks"])
    assert (ran.code == 0) is told["ok"]
