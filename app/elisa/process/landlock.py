"""Landlock, the part of Linux by which a process gives up rights for itself and all its children, for good.

Numbers are from the kernel's ``include/uapi/linux/landlock.h``; system call numbers are the same on all processors.
Not stopped by it: UDP and raw sockets, and sockets that lie in the file system (bubblewrap stops the first two).
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_CREATE, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH = 1
_NO_NEW_PRIVILEGES = 38
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_FILE_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
_NEWEST_FILE_RIGHTS = (1 << 16) - 1
_TRUNCATE, _IOCTL = 1 << 14, 1 << 15
_ON_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL
_TCP_BIND_AND_CONNECT = 3
_ABSTRACT_SOCKETS_AND_SIGNALS = 3


@cache
def landlock_version() -> int:
    """Return the Landlock version of the running kernel, or 0 where there is none (4 and up bound TCP, 6 signals)."""
    if sys.platform != "linux":
        return 0
    answer: int = _library().syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    return max(answer, 0)


def restrict(readable: Iterable[Path], writable: Iterable[Path], *, network: bool) -> None:
    """Give up everything but reading and running ``readable`` and changing ``writable``, for this process and its own.

    Args:
        readable: Files and folders; those that do not exist are passed over.
        writable: Files and folders that may be read, run and changed.
        network: Keep TCP; otherwise binding and connecting is refused (from version 4 on).

    Raises:
        OSError: The kernel refused, so the process must not go on.
    """
    version = landlock_version()
    rights = _FILE_RIGHTS.get(version, _NEWEST_FILE_RIGHTS)
    rules = _create(version, rights, network=network)
    try:
        for place in readable:
            _allow(rules, place, _EXECUTE | _READ_FILE | _READ_DIR)
        for place in writable:
            _allow(rules, place, rights)
        _checked(_library().prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
        _checked(_library().syscall(_RESTRICT_SELF, rules, ctypes.c_uint32(0)))
    finally:
        os.close(rules)


def _create(version: int, rights: int, *, network: bool) -> int:
    tcp = 0 if network or version < 4 else _TCP_BIND_AND_CONNECT
    attributes = struct.pack("<QQQ", rights, tcp, _ABSTRACT_SOCKETS_AND_SIGNALS if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    buffer = ctypes.create_string_buffer(attributes)
    return _checked(_library().syscall(_CREATE, buffer, ctypes.c_size_t(size), ctypes.c_uint32(0)))


def _allow(rules: int, place: Path, rights: int) -> None:
    try:
        handle = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        allowed = rights if place.is_dir() else rights & _ON_A_FILE
        rule = ctypes.create_string_buffer(struct.pack("<Qi", allowed, handle))
        _checked(_library().syscall(_ADD_RULE, rules, ctypes.c_uint32(_PATH_BENEATH), rule, ctypes.c_uint32(0)))
    finally:
        os.close(handle)


def _checked(answer: int) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
