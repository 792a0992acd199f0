#!/usr/bin/env python3
"""Searches pinentries for residues of a passphrase outside locked memory. Run as root.

    Benchmarks/residue.py .build/release/pinentry-keyward .build/release/keyward-askpass

For each program and each exit it counts the places outside locked memory with 4 consecutive
characters of the passphrase, in UTF-8, UTF-16 or UTF-32, after the answer was sent. A program that
ends with its dialogue is stopped at its very end, when it has wiped everything and its memory still
exists.
"""

import ctypes
import fcntl
import os
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time

SECRET = "Zq7#vW2!kX9@pL4$mN6&tR8^"
RUN = 4


def mappings(pid):
    found = []
    with open(f"/proc/{pid}/smaps") as file:
        for line in file:
            match = re.match(r"([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+\s*(.*)", line)
            if match:
                found.append([int(match[1], 16), int(match[2], 16), match[4].strip(), False])
            elif line.startswith("VmFlags:"):
                found[-1][3] = "lo" in line.split()
    return [m for m in found if not m[3] and not m[2].startswith("[v")]


def pieces(pid):
    """Finds the places outside locked memory with a run of the secret."""
    places = set()
    with open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for start, end, _, _ in mappings(pid):
            try:
                memory.seek(start)
                data = memory.read(end - start)
            except OSError:
                continue
            for encoding in ("utf-8", "utf-16-le", "utf-32-le"):
                width = len("x".encode(encoding))
                secret = SECRET.encode(encoding)
                for offset in range(0, len(secret) - RUN * width + 1, width):
                    part = secret[offset:offset + RUN * width]
                    at = data.find(part)
                    while at >= 0:
                        places.add(start + at)
                        at = data.find(part, at + 1)
    return len(places)


LIBC = ctypes.CDLL(None, use_errno=True)
SEIZE, CONT, OPTION_EXIT = 0x4206, 7, 0x40


class Dialogue:
    """A program with its dialogue up, traced so that it stops at its end."""

    def __init__(self, program, commands):
        self.isAskpass = "askpass" in os.path.basename(program)
        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        terminal = os.ttyname(self.slave)
        environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
                       "TERM": "xterm", "KEYWARD_TTY": terminal}
        if self.isAskpass and "SETTIMEOUT" in commands:
            environment["KEYWARD_OPTIONS"] = "--timeout 1"
        self.process = subprocess.Popen(
            [program] + (["Password: "] if self.isAskpass else []), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment,
            start_new_session=True)
        if LIBC.ptrace(SEIZE, self.process.pid, None, ctypes.c_void_p(OPTION_EXIT)) != 0:
            raise OSError(ctypes.get_errno(), "follow the program; run this as root")
        self.send(f"OPTION ttyname={terminal}\nOPTION ttytype=xterm\n"
                  f"OPTION lc-ctype=C.UTF-8\n{commands}")
        self.wait(0.4)

    def send(self, text):
        if self.isAskpass:
            return
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def wait(self, seconds):
        end = time.time() + seconds
        while time.time() < end:
            for ready in select.select([self.master, self.process.stdout], [], [], 0.02)[0]:
                if not os.read(ready if ready == self.master else ready.fileno(), 65536):
                    time.sleep(0.02)
            self.follow()

    def follow(self):
        """Hands signals on, except at the stop at the end."""
        pid, status = os.waitpid(self.process.pid, os.WNOHANG)
        if pid and os.WIFSTOPPED(status) and status >> 16 == 0:
            LIBC.ptrace(CONT, pid, None, ctypes.c_void_p(os.WSTOPSIG(status)))

    def type(self, text, pause=0.005):
        for character in text:
            os.write(self.master, character.encode())
            self.wait(pause)

    def end(self):
        pid = self.process.pid
        os.kill(pid, signal.SIGKILL)
        # A program stopped at its end hears no signal.
        LIBC.ptrace(CONT, pid, None, None)
        while os.WIFSTOPPED(os.waitpid(pid, 0)[1]):
            LIBC.ptrace(CONT, pid, None, None)
        self.process.returncode = 0
        os.close(self.master)
        os.close(self.slave)


WAYS = {
    "typed, Enter": ("GETPIN\n", lambda d: d.type(SECRET + "\r")),
    "then RESET": ("GETPIN\n", lambda d: (d.type(SECRET + "\r"), d.wait(0.2), d.send("RESET\n"))),
    "typed, Ctrl-U": ("GETPIN\n", lambda d: d.type(SECRET + "\x15")),
    "timed out": ("SETTIMEOUT 1\nGETPIN\n", lambda d: (d.type(SECRET), d.wait(1.5))),
    "repeated": ("SETREPEAT\nGETPIN\n", lambda d: d.type(SECRET + "\r" + SECRET + "\r")),
    "mismatch": ("SETREPEAT\nGETPIN\n", lambda d: d.type(SECRET + "\rx\r")),
    "pasted": ("GETPIN\n", lambda d: (os.write(d.master, SECRET.encode()), d.wait(0.3), d.type("\r"))),
}
# Requests that only a client of the protocol can make.
PROTOCOL = ("then RESET", "repeated", "mismatch")


def main():
    programs = [os.path.abspath(p) for p in sys.argv[1:]]
    programs += [p for p in map(shutil.which, ("pinentry-curses", "pinentry-tty")) if p]
    print(f"\nPlaces outside locked memory with {RUN} characters of the passphrase, after the answer")
    print("  " + "program".ljust(18) + "".join(way.rjust(15) for way in WAYS))
    for program in programs:
        counts = []
        for way, (commands, act) in WAYS.items():
            if "askpass" in os.path.basename(program) and way in PROTOCOL:
                counts.append("-")
                continue
            dialogue = Dialogue(program, commands)
            try:
                act(dialogue)
                dialogue.wait(0.3)
                counts.append(str(pieces(dialogue.process.pid)))
            except OSError:
                counts.append("ended")
            dialogue.end()
        print("  " + os.path.basename(program).ljust(18) + "".join(c.rjust(15) for c in counts))


if __name__ == "__main__":
    main()
