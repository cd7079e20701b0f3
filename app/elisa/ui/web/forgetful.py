"""What every page of ours has in common: nothing is kept, nothing permitted, nothing downloaded; Chromium's sandbox."""

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
_HARMLESS = ("data", "blob", "about")
_Kind = QWebEngineUrlRequestInfo.ResourceType
_PAGES = frozenset({_Kind.ResourceTypeMainFrame, _Kind.ResourceTypeSubFrame})


def sandbox_flags() -> list[str]:
    """Return what Chromium is told about its own sandbox: nothing, so that it stays on.

    Except for the superuser, for whom Chromium would not start at all (P010).
    """
    if os.name == "posix" and os.getuid() == 0:
        _log.info("run by the superuser: Chromium's own sandbox is off")
        return ["--no-sandbox"]
    return []


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


def forgetful_profile(parent: QObject | None = None) -> QWebEngineProfile:
    """Make a fresh profile that keeps nothing and lets pages do little; it must outlive its pages."""
    profile = QWebEngineProfile(parent)
    profile.setHttpCacheType(QWebEngineProfile.HttpCacheType.NoCache)
    profile.setPersistentCookiesPolicy(QWebEngineProfile.PersistentCookiesPolicy.NoPersistentCookies)
    profile.setSpellCheckEnabled(False)
    profile.downloadRequested.connect(_refuse_download)
    attribute = QWebEngineSettings.WebAttribute
    for which in (
        attribute.AutoLoadIconsForPage, attribute.LocalContentCanAccessFileUrls, attribute.PluginsEnabled,
        attribute.PdfViewerEnabled, attribute.DnsPrefetchEnabled, attribute.JavascriptCanAccessClipboard,
        attribute.NavigateOnDropEnabled, attribute.JavascriptCanOpenWindows,
    ):  # fmt: skip
        profile.settings().setAttribute(which, False)
    return profile


def refuse_permission(permission: QWebEnginePermission) -> None:
    """Answer no to camera, microphone, place and all the others."""
    permission.deny()


def _refuse_download(request: QWebEngineDownloadRequest) -> None:
    request.cancel()
