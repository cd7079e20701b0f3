"""The profile of our own pages: keeps nothing, reaches nothing but our own addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWebEngineCore import QWebEngineSettings, QWebEngineUrlRequestInfo, QWebEngineUrlRequestInterceptor
from typing_extensions import override

from elisa.core import resources
from elisa.ui.web.forgetful import forgetful_profile
from elisa.ui.web.scheme import NAME, Assets

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtWebEngineCore import QWebEngineProfile

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
    profile = forgetful_profile(parent)
    profile.installUrlSchemeHandler(NAME, Assets(resources.root() / "blockly_assets", profile))
    profile.setUrlRequestInterceptor(OnlyOurs(profile))
    attribute = QWebEngineSettings.WebAttribute
    profile.settings().setAttribute(attribute.WebGLEnabled, False)
    profile.settings().setAttribute(attribute.JavascriptCanAccessClipboard, True)
    return profile
