"""The context chain: what earlier tasks did, kept in ``.elisa/context/nugget_context.md`` for the later ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.build.record import Record
    from elisa.spec.plan import Task

MOST_WORDS = 500
"""Words of one summary, as in the predecessor."""
MOST_WORDS_IN_ALL = 2000
"""Words that one prompt carries, as in the predecessor; the tasks that this one needs come first."""


def write_chain(record: Record, nugget: Path) -> None:
    """Write the whole chain anew from the journal: after a kill it is the same as without one."""
    folder = nugget / ".elisa" / "context"
    folder.mkdir(parents=True, exist_ok=True)
    sections = [_section(task_id, record) for task_id in record.merged]
    text = "".join([say("build.chain_title"), "\n", _advice(record), *sections])
    temporary = folder / "nugget_context.md.new"
    temporary.write_text(text, encoding="utf-8", newline="\n")
    temporary.replace(folder / "nugget_context.md")


def context_for(task: Task, record: Record) -> str:
    """Return what a helper should know before it begins: summaries of finished tasks, the ones it needs first."""
    order = [*(needed for needed in task.dependencies if needed in record.merged)]
    order += [task_id for task_id in reversed(record.merged) if task_id not in order]
    sections = [advice] if (advice := _advice(record)) else []
    room = MOST_WORDS_IN_ALL - len(advice.split())
    for task_id in order:
        section = _section(task_id, record)
        room -= len(section.split())
        if room < 0:
            break
        sections.append(section)
    return "".join(sections)


def _advice(record: Record) -> str:
    """Return what advisers noted; their words are short, so that all of them stay in."""
    told = [
        f"\n## {say('advisers.chain', name=event.adviser, about=say(f'advisers.topic_{event.about}'))}\n\n"
        f"{' '.join(event.note.split())}\n"
        for event in record.advice
    ]
    return "".join(told)


def _section(task_id: str, record: Record) -> str:
    merged, worked = record.merged[task_id], record.summaries[task_id]
    words = worked.summary.split()
    summary = " ".join(words[:MOST_WORDS])
    files = ", ".join(merged.files) or "-"
    name = record.task(task_id).name.replace("\n", " ")
    return f"\n## {name} ({task_id}, {worked.agent_name})\n\n{summary}\n\n{say('build.chain_files', files=files)}\n"
