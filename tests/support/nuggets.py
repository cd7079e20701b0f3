"""Small nuggets as people have them on their disk, for tests of the whole program."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

PAGE = """<!doctype html><html lang="en"><title>Counter</title><body><button id="b">0</button><script>
const b = document.getElementById("b"); b.onclick = () => { b.textContent = String(Number(b.textContent) + 1); };
</script></body></html>
"""
PAGE_TEST = """test("a click counts", {requirement: "req_0"}, async (page) => {
  await page.click("#b");
  check.equal(await page.text("#b"), "1", "one click makes one");
});
"""


def stack(*blocks: tuple[str, dict[str, str]]) -> dict[str, Any]:
    """Return a workspace in which the blocks hang under a goal."""
    below: dict[str, Any] | None = None
    for number, (kind, fields) in reversed(list(enumerate(blocks))):
        block: dict[str, Any] = {"type": kind, "id": f"block-{number}", "fields": fields}
        if below is not None:
            block["next"] = {"block": below}
        below = block
    goal: dict[str, Any] = {"type": "nugget_goal", "id": "goal", "x": 0, "y": 0, "fields": {"GOAL_TEXT": "a counter"}}
    if below is not None:
        goal["next"] = {"block": below}
    return {"blocks": {"languageVersion": 0, "blocks": [goal]}}


def features(*texts: str) -> dict[str, Any]:
    """Return a workspace with features."""
    return stack(*(("feature", {"FEATURE_TEXT": text}) for text in texts))


def write_nugget(folder: Path, workspace: dict[str, Any]) -> Path:
    """Write a nugget's folder and return it."""
    folder.mkdir()
    (folder / "workspace.json").write_text(json.dumps(workspace), encoding="utf-8")
    return folder


def write_script(path: Path, conversations: list[dict[str, Any]]) -> Path:
    """Write a scripted model's answers, with a ledger beside them, and return the path."""
    path.write_text(json.dumps({"conversations": conversations, "ledger": "ledger.jsonl"}), encoding="utf-8")
    return path
