"""The environment of a child: a short list of harmless names, never ours as a whole (pitfall 43)."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

_ALWAYS = (
    "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ",
    "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "NUMBER_OF_PROCESSORS",
)  # fmt: skip
_NETWORK = (
    "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
    "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE",
    "PIP_CERT", "PIP_INDEX_URL", "PIP_CONFIG_FILE",
)  # fmt: skip
CERTIFICATE_FILES = (
    "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "PIP_CERT", "PIP_CONFIG_FILE",
)  # fmt: skip
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


def child_environment(
    home: Path, *, network: bool = False, extra: Mapping[str, str] | None = None, ours: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the whole environment of a child.

    Args:
        home: Private folder of this child, its home and its place for temporary files.
        network: Also pass proxies and certificates on. An address that carries a password is left out.
        extra: Names that the caller adds, for example ``QT_QPA_PLATFORM``.
        ours: The environment to pick from; our own by default.
    """
    source = os.environ if ours is None else ours
    names = _ALWAYS + _NETWORK if network else _ALWAYS
    picked = {name: source[name] for name in names if name in source and not _has_password(source[name])}
    place = str(home)
    return {
        "LANG": "C.UTF-8",
        **picked,
        "PATH": SYSTEM_PATH if os.name == "posix" else source.get("PATH", ""),
        "HOME": place, "USERPROFILE": place, "XDG_CACHE_HOME": place, "XDG_CONFIG_HOME": place, "XDG_DATA_HOME": place,
        "TMPDIR": place, "TEMP": place, "TMP": place,
        "PYTHONPATH": str(package_folder()),
        "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1", "PYTHONUNBUFFERED": "1",
        "ELISA_AS_PYTHON": "1",
        **(extra or {}),
    }  # fmt: skip


def package_folder() -> Path:
    """Return the folder that holds the package ``elisa``: ``app`` in a checkout, site-packages when installed."""
    return Path(__file__).resolve().parents[2]


def interpreter_folders() -> tuple[Path, ...]:
    """Return every folder that our own interpreter reads from, so that a sandbox can allow them.

    The folder we were started in is none of them: ``python -m`` puts it on the path, and it may be somebody's home.
    """
    here = Path.cwd()
    places = {sys.prefix, sys.base_prefix, sys.exec_prefix, str(Path(sys.executable).parent), str(package_folder())}
    places.add(str(Path(sys.executable).resolve().parent))
    places.update(entry for entry in sys.path if entry and Path(entry).exists() and not here.is_relative_to(entry))
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle:
        places.add(str(bundle))
    return tuple(sorted(Path(place) for place in places))


def _has_password(value: str) -> bool:
    if "@" not in value or "://" not in value:
        return False
    try:
        return urlsplit(value).password is not None
    except ValueError:
        return True
