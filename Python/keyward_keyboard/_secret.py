"""A short-lived secret in locked memory."""

from __future__ import annotations

import ctypes
import mmap
import os
from types import TracebackType
from typing import Callable, Optional, Type

from . import _library as c
from ._errors import KeywardError

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mlock.argtypes = _libc.munlock.argtypes = [ctypes.c_void_p, ctypes.c_size_t]

_SIZE = mmap.PAGESIZE


class Secret:
    """Bytes in locked memory that are wiped when the `with` block ends or `close()` is called.

    The block gets a read-only `memoryview`. Never create `bytes` or a `str` from it: such a copy is
    never wiped.
    """

    def __init__(self, fill: Callable[[int, int, memoryview], int]) -> None:
        self._process = os.getpid()
        self._memory: Optional[mmap.mmap] = mmap.mmap(
            -1, _SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self._whole = memoryview(self._memory)
        self._address = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self._view: Optional[memoryview] = None
        try:
            if _libc.mlock(self._address, _SIZE) != 0:
                raise KeywardError(
                    f"memory for the secret could not be locked ({os.strerror(ctypes.get_errno())}): "
                    "raise the limit, `ulimit -l`", -4)
            self._memory.madvise(mmap.MADV_DONTFORK)
            self._memory.madvise(mmap.MADV_DONTDUMP)
            count = fill(self._address, _SIZE, self._whole)
            self._view = self._whole[:count].toreadonly()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> memoryview:
        if self._view is None:
            raise KeywardError("the secret was wiped: ask for it again")
        return self._view

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def verify(self, encoded: str) -> bool:
        """Checks the bytes against an Argon2id hash without a copy; takes 0.1 s or more."""
        return c.verify(self.__enter__(), encoded)

    def hash(self) -> str:
        """Returns an Argon2id hash of the bytes, which are not copied; takes 0.1 s or more."""
        return c.hash_of(self.__enter__())

    def __len__(self) -> int:
        return 0 if self._view is None else len(self._view)

    def close(self) -> None:
        """Wipes the bytes and releases the view; a second call does nothing."""
        memory, view = self._memory, self._view
        self._memory = self._view = None
        # In a forked child the page does not exist.
        if memory is None or self._process != os.getpid():
            return
        ctypes.memset(self._address, 0, _SIZE)
        _libc.munlock(self._address, _SIZE)
        try:
            if view is not None:
                view.release()
            self._whole.release()
            memory.close()
        except BufferError:
            # A remaining slice of the view shows zeroes.
            pass

    def __del__(self) -> None:
        if getattr(self, "_memory", None) is not None:
            self.close()

    def __repr__(self) -> str:
        return "<keyward_keyboard.Secret>"

    def __reduce__(self) -> str:
        raise TypeError("a secret cannot be copied or pickled: the copy would never be wiped")
