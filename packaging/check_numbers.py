"""Lists the user reports and pitfalls that no test answers, with the reason for each.

A test answers report P043 or pitfall 12 by its name: ``test_report_P043_…``, ``test_pitfall_12_…``. A number without
a test needs a reason in ``tests/numbers.toml``; a number with neither, or with both, fails.
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
    wanted = tomllib.loads(REASONS.read_text(encoding="utf-8"))
    faults = []
    for kind in KINDS:
        answered = tested(kind, ROOT / "tests")
        reasons: dict[str, str] = wanted[kind]["waiting"]
        known = numbers(kind, wanted[kind]["known"])
        waiting = reasons.keys()
        faults += [f"{kind} {one}: neither a test nor a reason" for one in known if one not in answered | waiting]
        faults += [f"{kind} {one}: has a test now, its reason can go" for one in known if one in answered & waiting]
        faults += [f"{kind} {one}: no such number" for one in sorted((answered | waiting) - set(known))]
        if "--list" in sys.argv[1:]:
            print("\n".join(f"{kind} {number}: {reasons[number]}" for number in known if number in reasons))
        print(f"{kind}s: {len(answered & set(known))} of {len(known)} have a test, {len(reasons)} wait with a reason")
    print("\n".join(faults))
    return int(bool(faults))


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
                found.add(node.name.removeprefix(f"test_{kind}_").partition("_")[0])
    return found


if __name__ == "__main__":
    sys.exit(main())
