"""Lists the user reports and pitfalls that no test answers, with the reason for each.

A test answers report P043 or pitfall 12 by its name: ``test_report_P043_…``, ``test_pitfall_12_…``. A number without
a test needs a reason under ``waiting`` in ``tests/numbers.toml``, one whose test covers only the engine so far may say
under ``partly`` what is still to come; a number with neither test nor reason fails.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REASONS = ROOT / "tests" / "numbers.toml"
KINDS = ("report", "pitfall")


def main() -> int:
    """Print the list and return 1 if it has a hole or a line too many."""
    kept = tomllib.loads(REASONS.read_text(encoding="utf-8"))
    faults = []
    for kind in KINDS:
        known, waiting, partly = numbers(kind, kept[kind]["known"]), kept[kind]["waiting"], kept[kind]["partly"]
        answered = tested(kind, ROOT / "tests")
        faults += [f"{kind} {one}: {fault}" for one, fault in holes(set(known), answered, set(waiting), set(partly))]
        if "--list" in sys.argv[1:]:
            print("\n".join(f"{kind} {one}: waits for {waiting[one]}" for one in known if one in waiting))
            print("\n".join(f"{kind} {one}: tested but for {partly[one]}" for one in known if one in partly))
        print(f"{kind}s: {len(answered & set(known))} of {len(known)} have a test, {len(waiting)} wait with a reason")
    print("\n".join(faults))
    return int(bool(faults))


def holes(known: set[str], answered: set[str], waiting: set[str], partly: set[str]) -> list[tuple[str, str]]:
    """Return each number that is wrong in the list, and why."""
    wrong = [(one, "neither a test nor a reason") for one in known - answered - waiting]
    wrong += [(one, "has a test now: drop its reason or move it to partly") for one in answered & waiting]
    wrong += [(one, "stands under partly but has no test") for one in partly - answered]
    wrong += [(one, "no such number") for one in (answered | waiting | partly) - known]
    return sorted(wrong)


def numbers(kind: str, known: list[str]) -> list[str]:
    """Return all numbers of a kind; ``1-56`` and ``P004-P008`` stand for a whole row."""
    found = []
    for entry in known:
        first, _, last = entry.partition("-")
        low, high = (int(end.removeprefix("P")) for end in (first, last or first))
        found += [f"P{number:03d}" if kind == "report" else str(number) for number in range(low, high + 1)]
    return found


def tested(kind: str, folder: Path) -> set[str]:
    """Return the numbers that stand in names of test functions."""
    found = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(f"test_{kind}_"):
                found.add(node.name.removeprefix(f"test_{kind}_").partition("_")[0].lstrip("0"))
    return found


if __name__ == "__main__":
    sys.exit(main())
