"""Reading, writing and listing files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from elisa.core.events import FileShrank
from elisa.tools.base import Tool, ToolContext, ToolFailedError, ToolOutcome
from elisa.tools.schema import Arguments
from elisa.tools.sources import LARGEST_SOURCE, files_under, source_of

if TYPE_CHECKING:
    from collections.abc import Iterable

LINES_AT_ONCE = 500
_LONGEST_LINE = 1000
_CHARACTERS_AT_ONCE = 16_000
_FILES_AT_ONCE = 300
SHRUNK_BELOW = 1 / 3
_WORTH_TELLING = 200


class ReadFileArguments(Arguments):
    """What to read."""

    path: str
    start_line: int = Field(default=1, ge=1)
    lines: int = Field(default=LINES_AT_ONCE, ge=1)


class ReadFile(Tool[ReadFileArguments]):
    """Gives a file's text with line numbers, in parts where it is long."""

    name = "read_file"
    description = "Read a text file, with line numbers."
    arguments = ReadFileArguments

    async def run(self, arguments: ReadFileArguments, context: ToolContext) -> ToolOutcome:
        """Read it."""
        lines = source_of(context, arguments.path).splitlines()
        if not lines:
            return ToolOutcome(f"{arguments.path} is empty.")
        first = arguments.start_line
        if first > len(lines):
            raise ToolFailedError(f"{arguments.path} has only {len(lines)} lines.")
        wanted = lines[first - 1 : first - 1 + min(arguments.lines, LINES_AT_ONCE)]
        shown = list(_numbered(wanted, first))
        last = first + len(shown) - 1
        told = [f"{arguments.path}, lines {first} to {last} of {len(lines)}:", *shown]
        if last < len(lines):
            told.append(f"[more: start_line={last + 1}]")
        return ToolOutcome("\n".join(told), summary=arguments.path)


class WriteFileArguments(Arguments):
    """A whole file, or one place in it."""

    path: str
    content: str | None = Field(default=None, description="the whole new file")
    old_text: str | None = Field(default=None, description="text to replace, found exactly once")
    new_text: str | None = None


class WriteFile(Tool[WriteFileArguments]):
    """Writes a whole file, or replaces one part of it; folders come along."""

    name = "write_file"
    description = "Write a whole file (content), or replace one part of a file (old_text and new_text)."
    arguments = WriteFileArguments

    async def run(self, arguments: WriteFileArguments, context: ToolContext) -> ToolOutcome:
        """Write it at once: a reader sees the old or the new file."""
        place = context.path(arguments.path, writing=True)
        path = context.name_of(place)
        before = place.stat().st_size if place.is_file() else None
        data = self._new_text(arguments, context).encode("utf-8", "replace")
        if len(data) > LARGEST_SOURCE:
            raise ToolFailedError(f"{len(data):,} bytes are too many for one file; split it.")
        context.folder.write_bytes(path, data)
        told = f"Wrote {path} ({len(data):,} bytes)."
        if before is not None and before >= _WORTH_TELLING and len(data) < before * SHRUNK_BELOW:
            context.emit(FileShrank(task_id=context.task_id, path=path, before=before, after=len(data)))
            told += (
                f" Warning: it shrank from {before:,} to {len(data):,} bytes. If you left something out, write "
                "it again whole; to change a part, use old_text and new_text."
            )
        return ToolOutcome(told, summary=f"{path} ({len(data):,} bytes)", changed=(path,))

    def subject(self, arguments: WriteFileArguments) -> str:
        """Return the file's path."""
        return arguments.path[:80]

    def _new_text(self, arguments: WriteFileArguments, context: ToolContext) -> str:
        if arguments.old_text is None and arguments.new_text is None:
            if arguments.content is None:
                raise ToolFailedError("Give `content`, or `old_text` and `new_text`.")
            return arguments.content
        if arguments.content is not None or arguments.old_text is None or arguments.new_text is None:
            raise ToolFailedError("Give either `content` alone, or both `old_text` and `new_text`.")
        return _replaced(source_of(context, arguments.path), arguments.old_text, arguments.new_text, arguments.path)


class ListFilesArguments(Arguments):
    """Where to look."""

    path: str = "."
    recursive: bool = True


class ListFiles(Tool[ListFilesArguments]):
    """Lists files with their sizes."""

    name = "list_files"
    description = "List files with their sizes in bytes."
    arguments = ListFilesArguments

    async def run(self, arguments: ListFilesArguments, context: ToolContext) -> ToolOutcome:
        """List them."""
        files = files_under(context, arguments.path)
        if not files:
            return ToolOutcome("No files yet.", summary=arguments.path)
        names = files if arguments.recursive else _of_one_folder(files, context.name_of(context.path(arguments.path)))
        shown = [_sized(name, context) for name in names[:_FILES_AT_ONCE]]
        more = [f"[{len(names) - _FILES_AT_ONCE} more; list a folder]"] if len(names) > _FILES_AT_ONCE else []
        return ToolOutcome("\n".join([*shown, *more]), summary=arguments.path)


def _numbered(lines: Iterable[str], first: int) -> Iterable[str]:
    used = 0
    for number, line in enumerate(lines, first):
        cut = line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}[… {len(line):,} characters]"
        used += len(cut)
        if used > _CHARACTERS_AT_ONCE and number > first:
            return
        yield f"{number}| {cut}"


def _replaced(text: str, old: str, new: str, path: str) -> str:
    """Replace the one place where ``old`` stands; a file with Windows line ends keeps them."""
    if "\r\n" in text and "\r\n" not in old:
        old, new = old.replace("\n", "\r\n"), new.replace("\r\n", "\n").replace("\n", "\r\n")
    count = text.count(old) if old else 0
    if count == 1:
        return text.replace(old, new)
    if not old:
        raise ToolFailedError("`old_text` is empty; to write a new file, use `content`.")
    if count == 0:
        raise ToolFailedError(f"`old_text` is not in {path}. Read the file and copy the text exactly, spaces included.")
    raise ToolFailedError(
        f"`old_text` is in {path} {count} times. Take more lines around it, so that it is there once."
    )


def _sized(name: str, context: ToolContext) -> str:
    return name if name.endswith("/") else f"{name} {context.path(name).stat().st_size}"


def _of_one_folder(files: list[str], folder: str) -> list[str]:
    depth = 0 if folder == "." else folder.count("/") + 1
    here = [name for name in files if name.count("/") == depth]
    below = {"/".join(name.split("/")[: depth + 1]) + "/" for name in files if name.count("/") > depth}
    return [*sorted(below), *here]
