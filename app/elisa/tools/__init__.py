"""What a helper may do: the 12 skills and ``ask_user``, one family a file, behind one policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from elisa.tools.base import Tool


def all_tools() -> tuple[Tool[Any], ...]:
    """Return the 12 skills, in the order in which models and people see them; ``ask_user`` is not one of them."""
    from elisa.tools.analysis import AnalyzeDependencies, ExplainFunction
    from elisa.tools.files import ListFiles, ReadFile, WriteFile
    from elisa.tools.history import GitCommit, GitDiff
    from elisa.tools.packages import InstallPackage
    from elisa.tools.running import ReadLogs, RunTests
    from elisa.tools.search import FindReferences, SearchCode

    return (
        ReadFile(),
        WriteFile(),
        ListFiles(),
        SearchCode(),
        FindReferences(),
        GitDiff(),
        GitCommit(),
        AnalyzeDependencies(),
        ExplainFunction(),
        RunTests(),
        InstallPackage(),
        ReadLogs(),
    )
