"""Opens the studio: one window for each person, however often the program is started."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from elisa.core.settings import Settings
    from elisa.ui.instance import StudioApplication


def has_screen() -> bool:
    """Whether a window could be shown here; a platform that was named on purpose counts as one."""
    if sys.platform.startswith(("win", "darwin")):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def open_studio(files: Sequence[Path]) -> int:
    """Show the window with these nuggets, or hand them to the one that stands already; return the exit code."""
    from elisa.core.settings import load_settings
    from elisa.ui.instance import SingleInstance, hand_over, take_place

    lock = take_place()
    if lock is None:
        return 0 if hand_over([str(path.absolute()) for path in files]) else 1
    troubles: list[str] = []
    settings = load_settings(tell=troubles.append)
    application = make_application(settings)
    instance = SingleInstance(application, lock)
    from elisa.ui.loop import run
    from elisa.ui.studio import StudioProgram

    program = StudioProgram(application, settings, instance, troubles)
    return run(application, lambda: program.run([path.absolute() for path in files]))


def make_application(settings: Settings) -> StudioApplication:
    """Return the application with Chromium's flags and our own address scheme, which must stand before it."""
    from elisa.ui.web.engine import engine_arguments
    from elisa.ui.web.scheme import register_scheme

    register_scheme()
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication

    from elisa.ui.instance import StudioApplication
    from elisa.ui.wall import icon_path

    QApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    application = StudioApplication(["elisa", *engine_arguments(safe_graphics=settings.safe_graphics)])
    application.setApplicationName("Elisa")
    application.setApplicationDisplayName("Elisa")
    application.setDesktopFileName("elisa")
    application.setWindowIcon(QIcon(icon_path()))
    return application
