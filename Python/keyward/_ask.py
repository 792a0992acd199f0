"""The prompt on the terminal."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
from typing import Optional, Sequence

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


def ask(prompt: str = "Passphrase", *, options: Sequence[str] = (),
        program: Optional[str] = None) -> Secret:
    """Asks on the terminal and returns the typed text.

    `options` are options of `keyward get`, such as `"--panel", "numbers"`; `program` is the path of the
    command. Raises `Cancelled`, `TimedOut`, or another `KeywardError` with the command's message.
    """
    words = [program or _program(), "get", "--no-newline", "--prompt", prompt, *options]
    with subprocess.Popen(words, stdout=subprocess.PIPE, bufsize=0) as child:
        assert child.stdout is not None
        descriptor = child.stdout.fileno()

        def fill(address: int, size: int, room: memoryview) -> int:
            count = 0
            while count < size and (taken := os.readv(descriptor, [room[count:]])) > 0:
                count += taken
            return count

        try:
            secret = Secret(fill)
        except BaseException:
            child.terminate()
            raise
        status = child.wait()
    if status == 0:
        return secret
    secret.close()
    if status == 130:
        raise Cancelled("the prompt was cancelled")
    if status == 124:
        raise TimedOut("nobody answered in time")
    raise KeywardError(f"`keyward get` ended with exit status {status}; its message is on standard error")
