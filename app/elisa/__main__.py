"""The program's entry: an internal child, the command line or the window; nothing else."""

from __future__ import annotations

import sys


def main() -> int:
    """Choose what this process is and return its exit code."""
    if sys.argv[1:2] == ["--elisa-internal"]:
        from elisa.process.internal import run_internal

        return run_internal(sys.argv[2:])
    from elisa.cli.app import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
