"""What happened can be read as markdown: a file a task, and one for the whole build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.events import AgentSpoke, TaskStarted, ToolCalled
from elisa.sessions.transcript import Transcript

if TYPE_CHECKING:
    from pathlib import Path


def test_streamed_words_become_one_quotation_before_what_comes_next(tmp_path: Path) -> None:
    transcript = Transcript(tmp_path)
    transcript.note(TaskStarted(task_id="a", agent_name="Hex"))
    for piece in ("I draw ", "a hedge", "hog.\nNow."):
        transcript.note(AgentSpoke(task_id="a", agent_name="Hex", text=piece))
    transcript.note(ToolCalled(task_id="a", agent_name="Hex", call_id="1", tool="write_file", summary="hog.svg"))
    transcript.note(AgentSpoke(task_id="a", agent_name="Hex", text="Done."))
    transcript.close()
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    assert "> I draw a hedgehog.\n> Now." in text
    assert text.index("hedgehog.") < text.index("Hex uses write_file: hog.svg") < text.index("> Done.")
    assert "Hex starts a" in (tmp_path / "build.md").read_text(encoding="utf-8")
