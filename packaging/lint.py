"""Runs every check of the source, says which complained, and goes on to the next one all the same."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = Path(sysconfig.get_path("scripts"))
OWN = Path("packaging")
CHECKS: dict[str, list[str]] = {
    "ruff": [str(SCRIPTS / "ruff"), "check", "--quiet", "."],
    "format": [str(SCRIPTS / "ruff"), "format", "--quiet", "--check", "."],
    "mypy": [sys.executable, "-m", "mypy", "--no-error-summary"],
    "mypy on tests": [sys.executable, "-m", "mypy", "--no-error-summary", "tests", "packaging"],
    "imports": [str(SCRIPTS / "lint-imports"), "--no-logo"],
    "sizes": [sys.executable, str(OWN / "check_sizes.py")],
    "numbers": [sys.executable, str(OWN / "check_numbers.py")],
    "javascript": [sys.executable, str(OWN / "check_javascript.py")],
}


def main() -> int:
    """Return how many checks complained."""
    complained = []
    for name, command in CHECKS.items():
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            complained.append(name)
            print(f"--- {name}\n{done.stdout}{done.stderr}".rstrip(), flush=True)
    print(
        f"lint: {len(CHECKS) - len(complained)} checks passed" + "".join(f", {name} complained" for name in complained)
    )
    return len(complained)


if __name__ == "__main__":
    sys.exit(main())
