"""How Chromium is set up in a child: off-screen, silent, nothing kept, and only one address that can be reached."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING

from PySide6.QtWebEngineCore import (
    QWebEngineDownloadRequest,
    QWebEnginePermission,
    QWebEngineProfile,
    QWebEngineSettings,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
)

if TYPE_CHECKING:
    from PySide6.QtCore import QObject, QUrl

_log = logging.getLogger(__name__)
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
_HARMLESS = ("data", "blob", "about")
_Kind = QWebEngineUrlRequestInfo.ResourceType
_PAGES = frozenset({_Kind.ResourceTypeMainFrame, _Kind.ResourceTypeSubFrame})


def chromium_arguments(*, software_3d: bool) -> list[str]:
    """Return what Chromium is told, as arguments for ``QApplication`` (a variable would split them at blanks).

    Chromium's own sandbox stays on, except for the superuser, for whom Chromium would not start at all (P010).
    """
    flags = [*_FLAGS, *(_SOFTWARE_3D if software_3d else ("--disable-gpu",))]
    if os.name == "posix" and os.getuid() == 0:
        _log.info("run by the superuser: Chromium's own sandbox is off")
        flags.append("--no-sandbox")
    return ["--webEngineArgs", *flags]


class OneOrigin(QWebEngineUrlRequestInterceptor):
    """Refuses every request that does not go to one address (scheme, host and port).

    Attributes:
        refused: The addresses of the requests that were refused.
        asked: How many requests of pages went out, the pages themselves not counted.
    """

    def __init__(self, origin: QUrl | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._origin = origin
        self.refused: list[str] = []
        self.asked = 0

    def allows(self, url: QUrl) -> bool:
        """Tell whether a request may go out; a socket (``ws:``) to the same address counts as the same."""
        if url.scheme() in _HARMLESS:
            return True
        if self._origin is None:
            return False
        same = url.host() == self._origin.host() and url.port(80) == self._origin.port(80)
        return same and url.scheme() in {self._origin.scheme(), "ws"}

    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:
        """Called by Qt before each request."""
        if not self.allows(info.requestUrl()):
            self.refused.append(info.requestUrl().toString())
            info.block(True)
        elif info.requestUrl().scheme() == "http" and info.resourceType() not in _PAGES:
            self.asked += 1


def quiet_profile(origin: QUrl | None) -> tuple[QWebEngineProfile, OneOrigin]:
    """Make a fresh profile that forgets everything, with its interceptor (keep both as long as their pages)."""
    profile = QWebEngineProfile()
    profile.setHttpCacheType(QWebEngineProfile.HttpCacheType.NoCache)
    profile.setPersistentCookiesPolicy(QWebEngineProfile.PersistentCookiesPolicy.NoPersistentCookies)
    profile.setSpellCheckEnabled(False)
    guard = OneOrigin(origin, profile)
    profile.setUrlRequestInterceptor(guard)
    profile.downloadRequested.connect(_refuse_download)
    settings = profile.settings()
    attribute = QWebEngineSettings.WebAttribute
    for allowed, which in (
        (False, attribute.AutoLoadIconsForPage), (False, attribute.LocalContentCanAccessFileUrls),
        (False, attribute.PluginsEnabled), (False, attribute.PdfViewerEnabled), (False, attribute.DnsPrefetchEnabled),
        (False, attribute.JavascriptCanAccessClipboard), (False, attribute.NavigateOnDropEnabled),
        (False, attribute.JavascriptCanOpenWindows), (True, attribute.FocusOnNavigationEnabled),
        (False, attribute.ScrollAnimatorEnabled), (False, attribute.WebRTCPublicInterfacesOnly),
        (True, attribute.WebGLEnabled), (False, attribute.PlaybackRequiresUserGesture),
    ):  # fmt: skip
        settings.setAttribute(which, allowed)
    return profile, guard


def refuse_permission(permission: QWebEnginePermission) -> None:
    """Answer no to camera, microphone, place and all the others."""
    permission.deny()


def _refuse_download(request: QWebEngineDownloadRequest) -> None:
    request.cancel()
