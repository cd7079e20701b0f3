"""The build step: fetches the pinned npm pieces and lays out ``blockly_assets/fetched``, which git ignores.

``npm ci`` checks each package against ``web/package-lock.json``; what is laid out is checked file by file against
``web/checksums.json``. After a deliberate change of a version, ``python packaging/assets.py --pin`` writes that anew.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

from icons import copy_icons
from node import WEB, NodeMissingError, run_node_tool
from typefaces import merge_subsets

ROOT = WEB.parents[1]
FETCHED = ROOT / "blockly_assets" / "fetched"
CHECKSUMS = WEB / "checksums.json"
PACKAGES = WEB / "node_modules"

LANGUAGES = ("ar", "de", "en", "es", "fr", "he", "it", "ja", "pt")
FONTS = {
    "atkinson-hyperlegible": ("400", "700"),
    "fredoka": ("400", "500", "600", "700"),
    "jetbrains-mono": ("400", "700"),
    "nunito": ("400", "600", "700", "800"),
    "opendyslexic": ("400", "700"),
}
FAMILIES = {
    "atkinson-hyperlegible": "Atkinson Hyperlegible",
    "fredoka": "Fredoka",
    "jetbrains-mono": "JetBrains Mono",
    "nunito": "Nunito",
    "opendyslexic": "OpenDyslexic",
}
PHOSPHOR = "@phosphor-icons/core"
MICROPYTHON = "@micropython/micropython-webassembly-pyscript"
# The port answers with WASI's error numbers (ENOENT is 44); mpremote expects MicroPython's (2).
ERRNO = re.compile(r"return-e\.errno")
ERRNO_MAPPED = "return-(globalThis.__errnoMap?.[e.errno]??e.errno)"
ERRNO_PLACES = 14


class AssetsError(RuntimeError):
    """What was fetched is not what was pinned."""


def main() -> int:
    """Fetch if need be; return the exit code."""
    pin = "--pin" in sys.argv[1:]
    try:
        if not pin and up_to_date():
            return 0
        fetch()
        with tempfile.TemporaryDirectory(dir=FETCHED.parent, prefix=".fetching-") as scratch:
            folder = Path(scratch) / "fetched"
            lay_out(folder)
            if pin:
                CHECKSUMS.write_text(json.dumps(checksums(folder), indent=2) + "\n", encoding="utf-8")
            check(folder)
            (folder / ".stamp").write_text(stamp(), encoding="utf-8")
            shutil.rmtree(FETCHED, ignore_errors=True)
            folder.rename(FETCHED)
    except (AssetsError, NodeMissingError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def up_to_date() -> bool:
    """Whether the folder was laid out from these very pins and this very script, and the tools are there."""
    mark = FETCHED / ".stamp"
    return mark.is_file() and mark.read_text(encoding="utf-8") == stamp() and (PACKAGES / ".bin").is_dir()


def stamp() -> str:
    """Return one checksum over everything that decides what is laid out."""
    scripts = [Path(__file__).with_name(name) for name in ("assets.py", "icons.py", "typefaces.py")]
    parts = (WEB / "package-lock.json", WEB / "icons.txt", CHECKSUMS, *scripts)
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()


def fetch() -> None:
    """Install the locked packages; their install scripts do not run."""
    run_node_tool(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])


def lay_out(folder: Path) -> None:
    """Copy and make what we ship, with each piece's licence beside it."""
    _blockly(folder / "blockly")
    _micropython(folder / "micropython")
    _fonts(folder / "fonts")
    copy_icons(PACKAGES / PHOSPHOR, folder / "icons")
    _page_clock(folder)


def _blockly(folder: Path) -> None:
    source = PACKAGES / "blockly"
    shutil.copytree(source / "media", folder / "media")
    (folder / "msg").mkdir()
    for language in LANGUAGES:
        shutil.copyfile(source / "msg" / f"{language}.js", folder / "msg" / f"{language}.js")
    for name in ("blockly.min.js", "python_compressed.js", "LICENSE"):
        shutil.copyfile(source / name, folder / name)


def _micropython(folder: Path) -> None:
    source = PACKAGES / MICROPYTHON
    folder.mkdir()
    shutil.copyfile(source / "micropython.wasm", folder / "micropython.wasm")
    text, places = ERRNO.subn(ERRNO_MAPPED, (source / "micropython.mjs").read_text(encoding="utf-8"))
    if places != ERRNO_PLACES:
        raise AssetsError(f"MicroPython: {places} places with an errno instead of {ERRNO_PLACES}")
    (folder / "micropython.mjs").write_text(text, encoding="utf-8")


def _fonts(folder: Path) -> None:
    folder.mkdir()
    for name, weights in FONTS.items():
        source = PACKAGES / "@fontsource" / name
        shutil.copyfile(source / "LICENSE", folder / f"{name}-LICENSE")
        for weight in weights:
            # For our pages. WOFF, not WOFF2: a variable WOFF2 calls itself "Nunito ExtraLight".
            for file in (source / "files").glob(f"{name}-latin*-{weight}-normal.woff"):
                shutil.copyfile(file, folder / file.name)
            merge_subsets(source / "files", name, FAMILIES[name], weight, folder / f"{name}-{weight}.otf")


def _page_clock(folder: Path) -> None:
    source = PACKAGES / "@sinonjs" / "fake-timers"
    shutil.copyfile(source / "LICENSE", folder / "fake-timers-LICENSE")
    node_only = [f"--external:{name}" for name in ("timers", "timers/promises", "perf_hooks", "util")]
    target = ["--format=iife", "--global-name=FakeTimers", "--platform=browser", "--target=chrome120"]
    made = [f"--outfile={folder / 'fake-timers.js'}", "--bundle", "--legal-comments=none", "--log-level=error"]
    run_node_tool(["esbuild", str(source / "src" / "fake-timers-src.js"), *target, *made, *node_only])


def checksums(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file by its path inside ``folder``."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".stamp"
    }


def check(folder: Path) -> None:
    """Compare a folder with the pinned checksums.

    Raises:
        AssetsError: A file is missing, unknown or different.
    """
    wanted: dict[str, str] = json.loads(CHECKSUMS.read_text(encoding="utf-8"))
    found = checksums(folder)
    wrong = sorted(path for path in wanted.keys() | found.keys() if wanted.get(path) != found.get(path))
    if wrong:
        raise AssetsError("not what was pinned: " + ", ".join(wrong))


if __name__ == "__main__":
    sys.exit(main())
