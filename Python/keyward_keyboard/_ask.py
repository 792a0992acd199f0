"""The prompt on the terminal."""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
from typing import Optional, Sequence, Union

from . import _arguments as given
from ._errors import KeywardError
from ._secret import Secret


class Cancelled(KeywardError):
    """The user cancelled."""


class TimedOut(KeywardError):
    """Nobody answered in time."""


def _program() -> str:
    """Returns the path of `keyward`: the one installed with this package, else the one on the PATH."""
    beside = pathlib.Path(__file__).resolve().parents[4] / "bin" / "keyward"
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("keyward")
    if found is None:
        raise KeywardError("command “keyward” not found on the PATH: install it, or pass `program`")
    return found


def ask(prompt: str = "Passphrase", *, expect: Optional[str] = None, options: Sequence[str] = (),
        program: Optional[str] = None) -> Secret:
    """Asks on the terminal and returns the typed text.

    `prompt` is the label, whatever it looks like. `expect` is the form of the text, such as
    `"bitlocker"`, which is checked while it is typed. `options` are options of `keyward get`, such as
    `["--panel", "numbers"]`, but not `--no-newline`: the newline shows that the answer is complete.
    `program` is the path of the command, which the wheel does not contain; without it, `keyward` is
    searched on the PATH. Raises `Cancelled`, for Esc, `TimedOut`, or another `KeywardError`, with the
    command's message on standard error. Ctrl-C also interrupts this process: `KeyboardInterrupt`.
    """
    label = b"--prompt=" + given.text(prompt, "prompt", errors="replace")
    arguments = [label, *given.texts(options, "options")]
    if expect is not None:
        arguments.append(b"--expect=" + given.text(expect, "expect"))
    words = [program or _program(), "get", *arguments]
    is_complete = is_text = False

    def fill(_: int, size: int, room: memoryview) -> int:
        nonlocal is_complete, is_text
        count = 0
        while taken := os.readv(reading, [room[count:_LONGEST + 2]]):
            count += taken
            if count > _LONGEST + 1 or count > _LONGEST and room[_LONGEST] != _NEWLINE:
                raise KeywardError(f"the answer has more than {_LONGEST} bytes: ask for a shorter secret")
        is_complete = count > 0 and room[count - 1] == _NEWLINE
        count = max(count - 1, 0)
        is_text = _is_text(room[:count])
        return count

    reading, writing = os.pipe()
    child: Optional[int] = None
    secret: Optional[Secret] = None
    try:
        try:
            child = _start(words, writing)
        finally:
            os.close(writing)
        secret = Secret(fill)
        status, child = _status(child), None
        if status == 130 or status is None and not is_complete:
            raise Cancelled("the prompt was cancelled")
        if status == 124:
            raise TimedOut("nobody answered in time")
        if status:
            raise KeywardError(f"`keyward get` ended with exit status {status}; its message is on standard error")
        if not is_complete or not is_text:
            raise KeywardError("the command wrote no complete line of text: check that it is `keyward get` "
                               "without --no-newline")
        return secret
    except BaseException:
        if secret is not None:
            secret.close()
        raise
    finally:
        # A command that still writes fails then, even if it ignores SIGTERM.
        os.close(reading)
        if child is not None:
            _terminate(child)


_LONGEST = 4080
_NEWLINE = 0x0A


def _start(words: Sequence[Union[str, bytes]], descriptor: int) -> int:
    """Starts the command, which writes to a descriptor, and returns its number."""
    try:
        # This thread may block signals that the command must get, and Python ignores two of them.
        return os.posix_spawnp(
            words[0], words, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, descriptor, 1)],
            setsigmask=[], setsigdef=[signal.SIGPIPE, signal.SIGXFSZ])
    except OSError as error:
        raise KeywardError(f"“{words[0]!s}” could not be started ({error.strerror}): install Keyward, or pass "
                           "the path of the program") from error


def _status(child: int) -> Optional[int]:
    """Waits for the command; returns its exit status, below 0 for a signal, or `None` if it is unknown.

    The kernel keeps no status if this process ignores SIGCHLD, and another thread can take it.
    """
    try:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    except ChildProcessError:
        return None


def _terminate(child: int) -> None:
    """Ends the command; the number of one that has ended may belong to another process."""
    try:
        if os.waitpid(child, os.WNOHANG)[0] == 0:
            os.kill(child, signal.SIGTERM)
            os.waitpid(child, 0)
    except ChildProcessError:
        pass


def _is_text(view: memoryview) -> bool:
    """Returns whether bytes are UTF-8 without NUL, looking at one after the other: `decode` would copy them."""
    left, least, most = 0, 0x80, 0xBF
    for byte in view:
        if left:
            if not least <= byte <= most:
                return False
            left, least, most = left - 1, 0x80, 0xBF
        elif byte >= 0x80:
            if not 0xC2 <= byte <= 0xF4:
                return False
            left = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
            least = {0xE0: 0xA0, 0xF0: 0x90}.get(byte, 0x80)
            most = {0xED: 0x9F, 0xF4: 0x8F}.get(byte, 0xBF)
        elif byte == 0:
            return False
    return left == 0
