"""Blueprint: a nugget as a kit will build it, in pieces. What follows (plan, files, tests, guide) reads only this."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Piece:
    """One piece of work; it becomes one build task.

    Attributes:
        id: Short name (``a-z0-9-``), the same for the same words; also the task's id.
        name: What the task is called, in the child's things.
        requirements: Ids of the wishes that it carries out.
        files: Path → whole text. No other piece writes the same file.
        needs: Ids of the pieces that must be there before.
        doing: What the helper says before it starts.
        made: What the helper says when it is done.
        slots: Slot of ``index.html`` → lines that go in front of its marker ``<!-- slot: NAME -->``. The piece that
            writes ``index.html`` has none; between two markers stands a line that never changes.
    """

    id: str
    name: str
    requirements: tuple[str, ...]
    files: dict[str, str]
    needs: tuple[str, ...] = ()
    doing: str = ""
    made: str = ""
    slots: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Blueprint:
    """A whole nugget.

    Attributes:
        kind: website, story, tool or script.
        pieces: In the order of the child's wishes; the first needs no other.
        tests: Requirement id → test file → text. They fail where the requirement's piece is missing.
        whole_tests: Test file → text, of the thing as a whole.
        left_out: Requirement id → why, for each wish that no piece carries out.
        missing_proofs: Id of a behavioural test → why it could not become a test.
        notes: Honest remarks for the plan's explanation.
        guide: The README, where the blocks ask for one.
    """

    kind: str
    pieces: tuple[Piece, ...]
    tests: dict[str, dict[str, str]]
    whole_tests: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    missing_proofs: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    guide: str = ""

    def piece(self, piece_id: str) -> Piece | None:
        """Return the piece with this id, if there is one."""
        return next((piece for piece in self.pieces if piece.id == piece_id), None)
