"""Goes through the window once in each look and keeps a picture of every screen in ``docs/screenshots``.

``make screenshots`` takes about four minutes. Each look runs in a process of its own, off screen.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.ui.studio import StudioProgram

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "screenshots"
LOOKS = (
    ("light", "light", 1366, 768, 1.0),
    ("dark", "dark", 1366, 768, 1.0),
    ("contrast", "hc", 1366, 768, 1.0),
    ("light-150", "light", 911, 512, 1.5),
)
"""Name, theme, width and height in logical px, scale: 911 x 512 is what 1366 x 768 leaves at 150 %."""
PAUSE = 0.8
SECONDS = 120.0


def main() -> int:
    """Take all pictures; with the name of a look, those of it alone."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    if len(sys.argv) > 1:
        return take(sys.argv[1])
    codes = []
    for name, *_, scale in LOOKS:
        with tempfile.TemporaryDirectory() as home:
            environment = {
                **os.environ,
                "QT_QPA_PLATFORM": "offscreen",
                "QT_SCALE_FACTOR": str(scale),
                "HOME": home,
                "ELISA_HOME": f"{home}/elisa",
            }
            command = [sys.executable, __file__, name]
            codes.append(subprocess.run(command, env=environment, check=False).returncode)
    return max(codes)


def take(name: str) -> int:
    """Show the window in one look and go through it."""
    from elisa.core.settings import Settings
    from elisa.ui.loop import run
    from elisa.ui.start import make_application
    from elisa.ui.studio import StudioProgram

    theme, width, height = next((look[1], look[2], look[3]) for look in LOOKS if look[0] == name)
    settings = Settings.model_validate({"theme": theme, "safe_graphics": True, "reduced_motion": True})
    application = make_application(settings)
    program = StudioProgram(application, settings, None, ())

    async def live() -> int:
        showing = asyncio.ensure_future(program.run([]))
        await asyncio.sleep(PAUSE)
        program.window.resize(width, height)
        tour = asyncio.ensure_future(Tour(program, name).go())
        await asyncio.wait([tour, showing], return_when=asyncio.FIRST_COMPLETED)
        program.leave()
        code = await showing
        await tour
        return code

    return run(application, live)


class Tour:
    """From the first page to the settings."""

    def __init__(self, program: StudioProgram, look: str) -> None:
        self._program, self._look, self._number = program, look, 0

    async def go(self) -> None:
        """Open an example, build it, and look into every room."""
        program, window = self._program, self._program.window
        await self._keep("welcome")
        window.parts.welcome.example_asked.emit("hedgehog-dodge")
        await self._until(lambda: program.building.understood.spec is not None and window.parts.editor.page_stands)
        await self._keep("blocks")
        window.go_asked.emit()
        await self._until(lambda: bool(program.model.state.waiting))
        await self._keep("building")
        window.show_page("mission")
        await self._keep("mission-control")
        window.show_page("blocks")
        for waiting in list(program.model.state.waiting):
            program.studio.pool.answer_gate(waiting.id, approved=True)
        await self._until(lambda: program.model.state.result is not None)
        await self._until(lambda: window.parts.play.page is not None and not window.parts.play.page.isLoading())
        await self._keep("done")
        for page in ("tests", "blocks"):
            window.show_page(page)
            await self._keep("tests" if page == "tests" else "proven-blocks")
        for drawer in ("timeline", "energy"):
            window.drawers.open_drawer(drawer)
            await self._keep(drawer)
        window.drawers.close_drawer()
        await self._sheets()

    async def _sheets(self) -> None:
        from elisa.ui.dialogs.settings.sheet import settings_sheet

        program = self._program
        for page in ("thinking", "look", "safety"):
            sheet = settings_sheet(program.kit, program.preferences, program.chores, program.window, page)
            sheet.open()
            await self._keep(f"settings-{page}")
            sheet.answer("done")
            await asyncio.sleep(PAUSE / 4)

    async def _keep(self, name: str) -> None:
        await asyncio.sleep(PAUSE)
        self._number += 1
        path = PICTURES / f"{self._number:02}-{name}-{self._look}.png"
        self._program.window.grab().save(str(path), "PNG", 0)
        print(path.relative_to(ROOT))

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(SECONDS):
            while not holds():  # noqa: ASYNC110 - what is on the screen is looked at again and again
                await asyncio.sleep(0.05)


if __name__ == "__main__":
    sys.exit(main())
