"""The shared library and its functions."""

from __future__ import annotations

import contextlib
import ctypes
import pathlib
from ctypes import (
    CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t,
    c_uint32, c_void_p,
)
from typing import Iterator, List, Optional

from . import _arguments as given
from ._errors import InvalidArgument, KeywardError


class CRect(Structure):
    _fields_ = [("x", c_double), ("y", c_double), ("width", c_double), ("height", c_double)]


class COptions(Structure):
    _fields_ = [
        ("size", c_uint32), ("layout", c_char_p), ("layout_file", c_char_p), ("title", c_char_p),
        ("panel", c_char_p), ("allow", c_char_p), ("shuffle", c_char_p), ("width", c_double),
        ("height", c_double), ("max_length", c_uint32), ("panel_height", c_double),
        ("code", POINTER(c_int)), ("return_type", c_char_p), ("metrics", c_char_p),
        ("direction", c_char_p), ("expect", c_char_p),
        ("language", c_char_p), ("accepts_newline", c_uint32),
    ]


class CItem(Structure):
    _fields_ = [
        ("size", c_uint32), ("kind", c_uint32), ("role", c_uint32), ("state", c_uint32),
        ("frame", CRect), ("id", c_char * 32), ("label", c_char * 36), ("symbol", c_char * 36),
        ("accessibility_label", c_char * 64),
    ]


class CEvent(Structure):
    _fields_ = [
        ("size", c_uint32), ("name", c_uint32), ("transition", c_uint32), ("value", c_int32),
        ("begin", CRect), ("end", CRect), ("duration", c_double), ("curve", c_uint32),
        ("flags", c_uint32),
    ]


EventHandler = CFUNCTYPE(None, c_void_p, POINTER(CEvent))
ReturnHandler = CFUNCTYPE(c_int, c_void_p, c_void_p)

HANDLE = -1
REFUSED = -5
# The codes of a wrong argument: another one, no hash, no possible screen.
_ARGUMENTS = (-2, -6, -11)

_SIGNATURES: dict[str, tuple[object, list[object]]] = {
    "kw_version": (c_char_p, []),
    "kw_error_text": (c_char_p, [c_int]),
    "kw_layouts": (c_int64, [c_char_p, c_size_t]),
    "kw_create": (c_void_p, [POINTER(COptions), c_char_p, c_size_t]),
    "kw_destroy": (None, [c_void_p]),
    "kw_harden": (c_int, []),
    "kw_show": (c_int, [c_void_p, c_double]),
    "kw_hide": (c_int, [c_void_p, c_double]),
    "kw_set_screen": (c_int, [c_void_p, c_double, c_double, c_double]),
    "kw_set_enabled": (c_int, [c_void_p, c_int]),
    "kw_set_captured": (c_int, [c_void_p, c_int]),
    "kw_set_title": (c_int, [c_void_p, c_char_p, c_double]),
    "kw_set_safe_area": (c_int, [c_void_p, c_double, c_double, c_double, c_double, c_double]),
    "kw_reshuffle": (c_int, [c_void_p]),
    "kw_background_frame": (c_int, [c_void_p, POINTER(CRect)]),
    "kw_title_frame": (c_int, [c_void_p, POINTER(CRect)]),
    "kw_insert": (c_int, [c_void_p, c_char_p, c_double]),
    "kw_delete": (c_int, [c_void_p, c_double]),
    "kw_caret": (c_size_t, [c_void_p]),
    "kw_move_caret": (c_int, [c_void_p, c_size_t]),
    "kw_select": (c_int, [c_void_p, c_size_t, c_size_t]),
    "kw_press": (c_int, [c_void_p, c_double, c_double, c_int, c_double]),
    "kw_drag": (c_int, [c_void_p, c_double, c_double, c_int, c_double]),
    "kw_release": (c_int, [c_void_p, c_int, c_double]),
    "kw_cancel": (c_int, [c_void_p, c_int, c_double]),
    "kw_advance": (c_int, [c_void_p, c_double]),
    "kw_next_frame": (c_double, [c_void_p, c_double]),
    "kw_items": (c_size_t, [c_void_p, POINTER(CItem), c_size_t]),
    "kw_on_event": (c_int, [c_void_p, EventHandler, c_void_p]),
    "kw_on_return": (c_int, [c_void_p, ReturnHandler, c_void_p]),
    "kw_count": (c_size_t, [c_void_p]),
    "kw_faulty_group": (c_int, [c_void_p]),
    "kw_next_layout": (c_int, [c_void_p, c_double]),
    "kw_read": (c_int64, [c_void_p, c_void_p, c_size_t]),
    "kw_write": (c_int, [c_void_p, c_int]),
    "kw_hash": (c_int, [c_void_p, c_char_p, c_size_t]),
    "kw_verify": (c_int, [c_void_p, c_char_p]),
    "kw_hash_bytes": (c_int, [c_void_p, c_size_t, c_char_p, c_size_t]),
    "kw_verify_bytes": (c_int, [c_void_p, c_size_t, c_char_p]),
    "kw_seal": (c_int64, [c_void_p, c_void_p, c_size_t]),
    "kw_open": (c_int, [c_void_p, c_char_p, c_size_t]),
    "kw_clear": (c_int, [c_void_p]),
}


def _load() -> ctypes.CDLL:
    """Loads the library from the wheel, this clone, or the installation, or the one the linker finds."""
    here = pathlib.Path(__file__).resolve().parent
    for folder in (here, here.parents[1] / ".build" / "release", here.parents[2]):
        path = folder / "libkeyward.so.0"
        if path.exists():
            return ctypes.CDLL(str(path))
    return ctypes.CDLL("libkeyward.so.0")


lib = _load()
for _name, (_result, _arguments) in _SIGNATURES.items():
    _function = getattr(lib, _name)
    _function.restype = _result
    _function.argtypes = _arguments


def check(code: int) -> int:
    """Returns a code, or raises its error if it is below 0."""
    if code < 0:
        raise error(lib.kw_error_text(code).decode(), code)
    return code


def error(text: str, code: int) -> KeywardError:
    """Returns the error of a code."""
    return (InvalidArgument if code in _ARGUMENTS else KeywardError)(text, code)


def verify(view: memoryview, encoded: str) -> bool:
    """Checks bytes against an Argon2id hash without a copy; takes 0.1 s or more.

    `view` is a memoryview, such as that of a `Secret`. Other threads continue meanwhile.
    """
    with _address(view) as (address, count):
        return check(lib.kw_verify_bytes(address, count, given.text(encoded, "encoded"))) == 1


def hash_of(view: memoryview) -> str:
    """Returns an Argon2id hash of bytes, which are not copied; takes 0.1 s or more."""
    room = ctypes.create_string_buffer(256)
    with _address(view) as (address, count):
        check(lib.kw_hash_bytes(address, count, room, len(room)))
    return room.value.decode()


class _Buffer(Structure):
    """The beginning of a `Py_buffer`."""

    _fields_ = [
        ("buf", c_void_p), ("obj", ctypes.py_object), ("len", ctypes.c_ssize_t),
        ("rest", c_char * 128),
    ]


@contextlib.contextmanager
def _address(view: memoryview) -> Iterator[tuple[Optional[int], int]]:
    """Gives the address and the number of bytes of a buffer, which ctypes refuses for read-only ones."""
    buffer = _Buffer()
    try:
        ctypes.pythonapi.PyObject_GetBuffer(
            ctypes.py_object(view), ctypes.byref(buffer), 0)
    except TypeError:
        raise TypeError(f"view must be a memoryview, not {type(view).__name__}") from None
    try:
        yield buffer.buf, buffer.len
    finally:
        ctypes.pythonapi.PyBuffer_Release(ctypes.byref(buffer))


def layouts() -> List[str]:
    """Returns the names of the layouts of the library, in alphabetical order."""
    room = ctypes.create_string_buffer(check(lib.kw_layouts(None, 0)))
    check(lib.kw_layouts(room, len(room)))
    return room.value.decode().split()


def version() -> str:
    """Returns the version of the library."""
    return str(lib.kw_version().decode())


def harden() -> None:
    """Hardens the process until it ends: unreadable for other processes of the user, no core files."""
    check(lib.kw_harden())
