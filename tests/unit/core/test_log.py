from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from elisa.core.log import KEY_NAMES, Redactor, set_up

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from support.logs import LogWatch

KEY = "sk-test-CANARY-123"


def test_report_P092_no_key_reaches_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_log: LogWatch
) -> None:
    expect_log("went wrong")
    for place, name in enumerate(KEY_NAMES):
        monkeypatch.setenv(name, f"plain-secret-{place}")
    redactor = Redactor()
    redactor.learn("typed-into-the-window")
    with set_up(tmp_path, redactor) as log:
        logger = logging.getLogger("elisa.some.part")
        logger.info("asking with %s and %s", KEY, {"Authorization": f"Bearer {KEY}"})
        logger.info("plain-secret-0 plain-secret-1 plain-secret-2 typed-into-the-window")
        logger.info("headers {'x-api-key': 'abcdefgh', 'other': 1} authorization: bearer abcdefghi")
        try:
            dict[str, str]()[KEY]
        except KeyError:
            logger.exception("went wrong")
    assert log.path is not None
    written = log.path.read_text(encoding="utf-8")
    assert "went wrong" in written
    assert "KeyError" in written
    for secret in ("CANARY", "plain-secret", "typed-into", "abcdefgh"):
        assert secret not in written
    assert "'other': 1" in written


def test_ordinary_words_are_left_alone() -> None:
    text = "The task-list asks for a desk-lamp and risk-taking; sk- is no key."
    redactor = Redactor(["cat", ""])
    assert redactor.hide(text + " cat") == text + " cat"


def test_the_log_is_cut_into_a_few_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elisa.core.log.FILE_BYTES", 2_000)
    with set_up(tmp_path, Redactor()):
        for number in range(400):
            logging.getLogger("elisa").info("line %d", number)
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert len(sizes) == 4
    assert max(sizes) <= 2_000


def test_a_home_that_cannot_be_written_does_not_stop_the_start_and_prints_no_log_lines(
    tmp_path: Path, expect_log: LogWatch, capsys: pytest.CaptureFixture[str]
) -> None:
    expect_log("asking with")
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with set_up(tmp_path / "file" / "logs", Redactor()) as log:
        logging.getLogger("elisa").warning("asking with %s", KEY)
    assert log.path is None
    assert "file" in log.trouble
    assert capsys.readouterr().err == ""


def test_on_request_the_log_is_on_the_screen_as_well_without_keys(
    tmp_path: Path, expect_log: LogWatch, capsys: pytest.CaptureFixture[str]
) -> None:
    expect_log("asking with")
    with set_up(tmp_path, Redactor(), to_stderr=True):
        logging.getLogger("elisa").warning("asking with %s", KEY)
    assert "asking with [key]" in capsys.readouterr().err


def test_closing_leaves_no_handler_behind(tmp_path: Path) -> None:
    before = list(logging.getLogger().handlers)
    set_up(tmp_path, Redactor()).close()
    assert logging.getLogger().handlers == before
