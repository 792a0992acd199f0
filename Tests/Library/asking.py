"""Asks in every case of ask-cases.txt with the Python package of this clone; prints “well” at its end.

With the name of a case it asks once, in this process.
"""

import os
import pathlib
import signal
import sys
import tempfile
import traceback
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Asking needs no library, which the package itself would load.
package = types.ModuleType("keyward_keyboard")
package.__path__ = [str(ROOT / "Python/keyward_keyboard")]
sys.modules["keyward_keyboard"] = package

from keyward_keyboard._ask import Cancelled, TimedOut, ask  # noqa: E402
from keyward_keyboard._errors import KeywardError  # noqa: E402

ERRORS = {
    "cancelled": (Cancelled, "cancelled"), "timed out": (TimedOut, "in time"),
    "failed": (KeywardError, "exit status"), "not text": (KeywardError, "no complete line"),
    "too long": (KeywardError, "4080 bytes"), "not started": ((KeywardError, ValueError), ""),
}


def cases():
    """Returns the names of the cases and their fields."""
    found = {}
    for line in (ROOT / "Tests/Library/ask-cases.txt").read_text().splitlines():
        if line.startswith("  "):
            key, _, value = line.strip().partition(":")
            fields[key] = value.strip()
        elif line and not line.startswith("#"):
            fields = found[line] = {}
    return found


def raises(body, text, kind=KeywardError):
    try:
        body()
    except kind as error:
        assert text in str(error), str(error)
    else:
        raise AssertionError(f"nothing was raised for {text}")


def check(name):
    """Asks once, and compares the answer or the error."""
    fields = cases()[name]
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "keyward"
        if fields["command"] != "nothing":
            program.write_text(f"#!/bin/bash\n{fields['command']}\n")
            program.chmod(0o755)
        label = fields.get("prompt", "Passphrase").replace("\\n", "\n").replace("\\0", "\0")
        if "error" in fields:
            kind, text = ERRORS[fields["error"]]
            raises(lambda: ask(label, program=str(program)), text, kind)
            return
        with ask(label, program=str(program)) as view:
            answer, expected = bytes(view), fields["answer"]
            assert answer == expected.encode() or expected == str(len(answer)), answer


def become(host):
    """Turns this process into such a host."""
    if host == "ignores SIGCHLD":
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    elif host == "blocks signals":
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    elif host == "has no streams":
        os.closerange(0, 3)
    else:
        assert host is None, host


def check_all():
    for name, fields in cases().items():
        host = fields.get("host")
        # A program that is started while SIGCHLD is ignored goes on ignoring it.
        for starts in [False, True] if host == "ignores SIGCHLD" else [False]:
            child = os.fork()
            if child == 0:
                try:
                    become(host)
                    if starts:
                        os.execv(sys.executable, [sys.executable, __file__, name])
                    check(name)
                except BaseException:
                    traceback.print_exc()
                    os._exit(1)
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0, f"{name}, {host}"
    raises(lambda: ask(5), "prompt must be a str, not int", TypeError)
    raises(lambda: ask(options=["a\0b"], program="/bin/true"), "options[0] contains a NUL", ValueError)
    # Half a character, as in the name of a file that is not UTF-8.
    raises(lambda: ask("\udcff", program="/bin/false"), "status 1")


if len(sys.argv) > 1:
    check(sys.argv[1])
else:
    check_all()
    print("well")
