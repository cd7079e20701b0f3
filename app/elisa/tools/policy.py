"""What a helper may do, by role; the one place that decides, before anything happens."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from elisa.spec.nugget import Role
    from elisa.spec.plan import AgentProfile

READING = frozenset(
    {
        "read_file",
        "list_files",
        "search_code",
        "find_references",
        "git_diff",
        "analyze_dependencies",
        "explain_function",
        "run_tests",
        "read_logs",
        "ask_user",
    }
)
WRITING = frozenset({"write_file", "git_commit", "install_package"})
TESTS = "tests/"


@dataclass(frozen=True, slots=True)
class Policy:
    """A helper's rights.

    Attributes:
        role: A reviewer has no writing tool, a tester writes only below ``tests/``.
        allowed: Globs of what may be written; none means everywhere in the nugget.
        restricted: Globs of what may not be written; they win.
        may_install: A person allowed packages for this build.
    """

    role: Role
    allowed: tuple[str, ...] = ()
    restricted: tuple[str, ...] = ()
    may_install: bool = False

    @classmethod
    def of(cls, profile: AgentProfile, *, may_install: bool = False) -> Self:
        """Return the rights of a member of the team."""
        return cls(profile.role, profile.allowed_paths, profile.restricted_paths, may_install)

    def offers(self, tool: str) -> bool:
        """Tell whether the role has the tool at all."""
        return tool in READING or (tool in WRITING and self.role != "reviewer")

    def refusal_of_writing(self, path: str) -> str | None:
        """Say why a file (relative to the nugget, with ``/``) may not be written, or return ``None``."""
        if self.role == "reviewer":
            return "A reviewer changes no files; say what should change instead."
        if self.role == "tester" and not path.startswith(TESTS):
            return f"{path}: a tester writes only below {TESTS}"
        if matches(path.casefold(), tuple(glob.casefold() for glob in self.restricted)):
            return f"{path}: this file is off limits for you."
        if self.allowed and not matches(path, self.allowed):
            return f"{path}: you may write only {', '.join(self.allowed)}."
        return None


def matches(path: str, globs: tuple[str, ...]) -> bool:
    """Tell whether a path fits a glob: ``*`` stays within a name, ``**`` spans folders, a folder holds all below."""
    parts = path.split("/")
    return any(_fits(parts, glob.strip().removeprefix("./").rstrip("/").split("/")) for glob in globs)


def _fits(parts: list[str], glob: list[str]) -> bool:
    """Walk all readings of ``**`` at once, so that no glob, however wild, takes more than parts times pieces."""
    places = _skipping({0}, glob)
    for part in parts:
        if len(glob) in places:
            return True
        stay = {place for place in places if glob[place] == "**"}
        go = {place + 1 for place in places if glob[place] != "**" and fnmatchcase(part, glob[place])}
        places = _skipping(stay | go, glob)
    return len(glob) in places


def _skipping(places: set[int], glob: list[str]) -> set[int]:
    reached = set(places)
    for place in range(len(glob)):
        if place in reached and glob[place] == "**":
            reached.add(place + 1)
    return reached
