"""Lists of models, as servers send them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.providers.faults import Line


def names_in(listed: object, line: Line, *, state: str | None = None) -> tuple[str, ...]:
    """Return the ids in a list of models.

    Args:
        listed: What the server sent.
        line: Whom we asked.
        state: Only entries that are in this state (LM Studio names one).

    Raises:
        ProviderError: ``providers.wrong_address`` or ``providers.proxy``: that is no list.
    """
    entries = listed.get("data", listed.get("models")) if isinstance(listed, dict) else listed
    if not isinstance(entries, list):
        raise line.nobody_of_ours(str(listed)[:200])
    return tuple(
        entry["id"]
        for entry in entries
        if isinstance(entry, dict) and isinstance(entry.get("id"), str) and state in (None, entry.get("state"))
    )
