"""The browser child by itself, as whoever starts it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from elisa.process.child import open_child
from elisa.process.internal import internal_command
from elisa.process.limits import MEBIBYTE, Limits
from elisa.workspace.serve import serve

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only the superuser meets this")
async def test_report_P010_the_superuser_sees_pages_too_and_the_log_says_that_the_sandbox_is_off(
    tmp_path: Path,
) -> None:
    (tmp_path / "index.html").write_text("<title>Mine</title><h1>Hi</h1>", encoding="utf-8")
    limits = Limits(seconds=120, memory_bytes=4096 * MEBIBYTE, address_space=False, processes=64)
    page_child = open_child(internal_command("page"), cwd=tmp_path, limits=limits, sandbox=None)
    async with serve(tmp_path) as served, page_child as child:
        assert await child.receive(seconds=60) == {"event": "ready"}
        await child.send({"do": "check", "url": served.url})
        checked = await child.receive(seconds=60)
        assert checked["loaded"]
        assert checked["title"] == "Mine"
        assert "sandbox is off" in child.complaints
