"""Checks our own JavaScript: eslint for habits, tsc for types (``// @ts-check`` and JSDoc)."""

from __future__ import annotations

import subprocess
import sys

from node import WEB, NodeMissingError, run_node_tool
from sample_parts import write_samples

ROOT = WEB.parents[1]
FOLDERS = ("app", "blockly_assets", "tests")


def main() -> int:
    """Run all; return 0 when none complains."""
    config = str(WEB / "eslint.config.mjs")
    samples = str(write_samples())
    commands = (
        ["eslint", "--config", config, "--no-error-on-unmatched-pattern", "--max-warnings=0", *FOLDERS, samples],
        ["tsc", "--project", str(WEB / "tsconfig.json")],
        ["tsc", "--project", str(WEB / "tsconfig.parts.json")],
    )
    failed = False
    for command in commands:
        try:
            run_node_tool(command, cwd=ROOT)
        except subprocess.CalledProcessError:
            failed = True
        except NodeMissingError as error:
            print(error, file=sys.stderr)
            return 1
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
