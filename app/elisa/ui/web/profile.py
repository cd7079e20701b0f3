"""The profile of our own pages: keeps nothing, reaches nothing but our own addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWebEngineCore import (
    QWebEngineProfile,
    QWebEngineSettings,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
)
from typing_extensions import override

from elisa.core import resources
from elisa.ui.web.scheme import NAME, Assets

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

_OURS = frozenset({NAME.decode(), "data", "blob", "qrc"})


class OnlyOurs(QWebEngineUrlRequestInterceptor):
    """Refuses every request that does not stay inside the program."""

    @override
    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:
        """Called by Qt before each request."""
        if info.requestUrl().scheme() not in _OURS:
            info.block(True)


def own_profile(parent: QObject) -> QWebEngineProfile:
    """Make the profile; it must outlive its pages."""
    profile = QWebEngineProfile(parent)
    profile.setHttpCacheType(QWebEngineProfile.HttpCacheType.NoCache)
    profile.setPersistentCookiesPolicy(QWebEngineProfile.PersistentCookiesPolicy.NoPersistentCookies)
    profile.setSpellCheckEnabled(False)
    profile.installUrlSchemeHandler(NAME, Assets(resources.root() / "blockly_assets", profile))
    profile.setUrlRequestInterceptor(OnlyOurs(profile))
    profile.downloadRequested.connect(lambda request: request.cancel())
    settings = profile.settings()
    attribute = QWebEngineSettings.WebAttribute
    for which in (
        attribute.AutoLoadIconsForPage, attribute.LocalContentCanAccessFileUrls, attribute.PluginsEnabled,
        attribute.PdfViewerEnabled, attribute.DnsPrefetchEnabled, attribute.NavigateOnDropEnabled,
        attribute.JavascriptCanOpenWindows, attribute.WebGLEnabled,
    ):  # fmt: skip
        settings.setAttribute(which, False)
    settings.setAttribute(attribute.JavascriptCanAccessClipboard, True)
    return profile
