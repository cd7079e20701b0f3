"""How Chromium is set up in a child: off-screen, silent, nothing kept, and only one address that can be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWebEngineCore import QWebEngineSettings

from elisa.ui.web.forgetful import OneOrigin, forgetful_profile, sandbox_flags

if TYPE_CHECKING:
    from PySide6.QtCore import QUrl
    from PySide6.QtWebEngineCore import QWebEngineProfile

_FLAGS = (
    "--mute-audio",
    "--disable-dev-shm-usage",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    # Else Chromium drops clicks and keys until a page was first drawn, which a busy computer does late.
    "--allow-pre-commit-input",
    "--no-first-run",
    "--force-color-profile=srgb",
    "--js-flags=--max-old-space-size=512",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)
_SOFTWARE_3D = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")


def chromium_arguments(*, software_3d: bool) -> list[str]:
    """Return what Chromium is told, as arguments for ``QApplication`` (a variable would split them at blanks)."""
    return ["--webEngineArgs", *_FLAGS, *(_SOFTWARE_3D if software_3d else ("--disable-gpu",)), *sandbox_flags()]


def quiet_profile(origin: QUrl | None) -> tuple[QWebEngineProfile, OneOrigin]:
    """Make a fresh profile that forgets everything, with its interceptor (keep both as long as their pages)."""
    profile = forgetful_profile()
    guard = OneOrigin(origin, profile)
    profile.setUrlRequestInterceptor(guard)
    attribute = QWebEngineSettings.WebAttribute
    for allowed, which in (
        (True, attribute.FocusOnNavigationEnabled), (False, attribute.ScrollAnimatorEnabled),
        (False, attribute.WebRTCPublicInterfacesOnly), (True, attribute.WebGLEnabled),
        (False, attribute.PlaybackRequiresUserGesture),
    ):  # fmt: skip
        profile.settings().setAttribute(which, allowed)
    return profile, guard
