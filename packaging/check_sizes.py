"""Keeps files and functions small: no file over 500 lines, a median of about 130, no function over 50 lines.

JavaScript functions are counted by eslint (``max-lines-per-function``); files of both languages are counted here.
"""

from __future__ import annotations

import ast
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LONGEST_FILE = 500
LONGEST_FUNCTION = 50
HIGHEST_MEDIAN = 160
OURS = ("app", "packaging", "tests", "blockly_assets")
GENERATED = ("blockly_assets/fetched/", "packaging/web/node_modules/")


def main() -> int:
    """Print what is too long and the figures; return 1 if anything is."""
    faults, lengths = [], []
    for path in files():
        text = path.read_text(encoding="utf-8")
        length = text.count("\n")
        name = path.relative_to(ROOT).as_posix()
        if length > LONGEST_FILE:
            faults.append(f"{name}: {length} lines, at most {LONGEST_FILE}")
        if path.suffix == ".py":
            faults += [f"{name}:{fault}" for fault in long_functions(text)]
        if name.startswith("app/") and length:
            lengths.append(length)
    median = statistics.median(lengths) if lengths else 0
    if median > HIGHEST_MEDIAN:
        faults.append(f"app: the median file has {median:.0f} lines, at most {HIGHEST_MEDIAN}")
    print("\n".join([*faults, f"{len(lengths)} files in app, median {median:.0f}, longest {max(lengths, default=0)}"]))
    return int(bool(faults))


def files() -> list[Path]:
    """Return our own Python and JavaScript files: what git knows or would add."""
    listed = subprocess.run(
        [shutil.which("git") or "git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *OURS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    kept = (name for name in listed if name.endswith((".py", ".js", ".mjs")) and not name.startswith(GENERATED))
    return sorted(ROOT / name for name in set(kept) if (ROOT / name).is_file())


def long_functions(text: str) -> list[str]:
    """Return ``line: name has n lines`` for each function that is too long, its decorators not counted."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                found.append(f"{node.lineno}: {node.name} has {length} lines, at most {LONGEST_FUNCTION}")
    return found


if __name__ == "__main__":
    sys.exit(main())
