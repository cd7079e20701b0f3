"""``make run``: opens the studio; where there is no screen, builds the bundled example and names it."""

from __future__ import annotations

import os
import subprocess
import sys
import webbrowser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "blockly_assets" / "examples" / "hedgehog-dodge"
GAME = ROOT / "example-game"
PAGE = ROOT / "example-game.html"


def main() -> int:
    """Return the exit code of the studio or of the build."""
    elisa = [sys.executable, "-m", "elisa"]
    if has_screen():
        return subprocess.run(elisa, cwd=ROOT, check=False).returncode
    build = [*elisa, "build", str(EXAMPLE), "--out", str(GAME), "--yes", "--single-file", str(PAGE)]
    code = subprocess.run(build, cwd=ROOT, check=False).returncode
    if code == 0:
        show()
    return code


def show() -> None:
    """Open the game where there is a screen; say where it lies either way."""
    opened = has_screen() and webbrowser.open(PAGE.as_uri())
    print(f"\nThe game is {'open in your browser' if opened else 'ready'}. It lies in {GAME.relative_to(ROOT)}/.")
    print(f"Play it:  open {PAGE.name} in any browser, on any computer")
    print(f"or:       {Path(sys.executable).parent.relative_to(ROOT)}/elisa preview {GAME.relative_to(ROOT)}")


def has_screen() -> bool:
    """Whether a window could be shown."""
    if sys.platform.startswith(("win", "darwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    sys.exit(main())
