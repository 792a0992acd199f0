#!/usr/bin/env python3
"""Answers Keyward's prompts in a program on a pseudo-terminal; for the scripts beside it."""

import fcntl
import os
import select
import signal
import struct
import termios
import time

# Every prompt contains this once, when it is first drawn.
PROMPT = b"Esc cancel"


class TerminalSession:
    """Runs a command on a terminal of 40 rows and 120 columns, as the leader of a session there.

    If they are given, it runs in a folder, below a root folder, as a user (an entry of pwd), and with other
    descriptors as standard input and output.
    """

    def __init__(self, command, environment=None, folder=None, root=None, user=None, limit=120, streams=()):
        self.shown, self.seen, self.status = b"", 0, None
        self.deadline = time.monotonic() + limit
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        if user:
            os.fchown(slave, user.pw_uid, -1)
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.setsid()
                fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
                for number, end in enumerate([*streams, *[slave] * (3 - len(streams))]):
                    os.dup2(end, number)
                os.closerange(3, 256)
                if root:
                    os.chroot(root)
                if user:
                    os.setgroups([])
                    os.setgid(user.pw_gid)
                    os.setuid(user.pw_uid)
                os.chdir(folder or "/")
                os.execvpe(command[0], command, environment or os.environ)
            finally:
                os._exit(127)
        os.close(slave)

    def wait(self, text):
        """Reads until a new occurrence of a text; returns whether it appeared."""
        while text not in self.shown[self.seen:]:
            if not self._read():
                return False
        self.seen = self.shown.index(text, self.seen) + len(text)
        return True

    def answer(self, *answers):
        """Types each answer into its own prompt; returns whether a prompt appeared for each."""
        for answer in answers:
            if not self.wait(PROMPT) or not self.wait(b"\x1b[?2026l"):
                return False
            os.write(self.master, answer.encode())
        return True

    def finish(self):
        """Reads to the end and returns the exit status; None after a timeout."""
        while self._read():
            pass
        process = os.pidfd_open(self.pid)
        ended = select.select([process], [], [], max(0, self.deadline - time.monotonic()))[0]
        if not ended:
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(process)
        os.close(self.master)
        return os.waitstatus_to_exitcode(status) if ended else None

    def _read(self):
        """Reads available bytes; returns whether more may come."""
        while time.monotonic() < self.deadline:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    data = os.read(self.master, 65536)
                except OSError:
                    return False  # nobody has the terminal open any more
                self.shown += data
                return bool(data)
        return False
