#!/usr/bin/env python3
"""Measures programs that ask for a passphrase on a pseudo-terminal, in alternating runs.

    Benchmarks/terminal.py PROGRAM... [runs]        (by `make bench`)

For each program it measures process start to greeting and to first frame, key to echo, peak
resident memory, wake-ups in idle seconds, and size. Keys come at two paces: faster than any hand
types, after a moment's look at the prompt, and in a burst right after the first frame, while the
kernel still counts the work of a program's start against it. Each is measured as it is installed, a copy
without symbols: the file that the linker has just written starts some 3 % slower. Ratios are to
pinentry-curses. `swift-floor` is a Swift program that only draws a prompt: no Swift program gets
below its figures.
"""

import fcntl
import os
import re
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

# The number of keys at each pace, and the seconds before each.
TYPED, TYPED_APART = 12, 0.02
BURST, BURST_APART = 24, 0.002
LOOK = 0.3
IDLE = 3.0


class Subject:
    """A program, with the ways to start and to end its dialogue."""

    def __init__(self, name, argv, assuan=False, answers=True):
        self.name, self.argv, self.assuan, self.answers = name, argv, assuan, answers
        self.greeting, self.start, self.memory, self.wakes = [], [], [], []
        self.typed, self.burst = [], []


def open_terminal():
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    return master, slave, os.ttyname(slave)


def read_until_quiet(master, quiet, limit=3.0):
    """Reads until no byte has come for `quiet` seconds; returns the time of the last byte."""
    last, deadline, data = time.perf_counter_ns(), time.time() + limit, b""
    while time.time() < deadline:
        ready, _, _ = select.select([master], [], [], quiet)
        if not ready:
            break
        data += os.read(master, 65536)
        last = time.perf_counter_ns()
    return last, data


def status(pid, field):
    with open(f"/proc/{pid}/status") as file:
        return int(re.search(field + r":\s+(\d+)", file.read()).group(1))


def echoes(master, count, apart):
    """Types keys and returns the milliseconds to the echo of each; none from a program that shows none."""
    found = []
    for _ in range(count):
        time.sleep(apart)
        # Bytes after a program's echo are not the echo of the next key.
        read_until_quiet(master, 0)
        before = time.perf_counter_ns()
        os.write(master, b"k")
        if not select.select([master], [], [], 0.2)[0]:
            break
        os.read(master, 65536)
        found.append((time.perf_counter_ns() - before) / 1e6)
    return found


def run_once(subject, idle):
    master, slave, name = open_terminal()
    environment = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_CTYPE": "C.UTF-8",
                   "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
    to_child, to_us = os.pipe(), os.pipe()
    actions = [(os.POSIX_SPAWN_OPEN, 9, name, os.O_RDWR, 0)]  # takes the controlling terminal
    if subject.assuan:
        actions += [(os.POSIX_SPAWN_DUP2, to_child[0], 0), (os.POSIX_SPAWN_DUP2, to_us[1], 1)]
        os.write(to_child[1], f"OPTION ttyname={name}\nOPTION ttytype=xterm-256color\n"
                 "OPTION lc-ctype=C.UTF-8\n"
                 "SETPROMPT Passphrase\nGETPIN\n".encode())
    else:
        actions += [(os.POSIX_SPAWN_DUP2, slave, 0), (os.POSIX_SPAWN_DUP2, to_us[1], 1)]
    actions += [(os.POSIX_SPAWN_CLOSE, 9)] if subject.assuan else []
    begin = time.perf_counter_ns()
    pid = os.posix_spawn(subject.argv[0], subject.argv, environment, file_actions=actions,
                         setsid=True)
    if subject.assuan and subject.answers:
        if not select.select([to_us[0]], [], [], 5)[0]:
            raise SystemExit(f"{subject.name} did not greet within 5 s")
        subject.greeting.append((time.perf_counter_ns() - begin) / 1e6)
    ready, _, _ = select.select([master], [], [], 5)
    if not ready:
        raise SystemExit(f"{subject.name} drew nothing within 5 s")
    shown, _ = read_until_quiet(master, 0.02)
    subject.start.append((shown - begin) / 1e6)
    if subject.answers:
        subject.burst += echoes(master, BURST, BURST_APART)
        time.sleep(LOOK)
        subject.typed += echoes(master, TYPED, TYPED_APART)
    subject.memory.append(status(pid, "VmHWM"))
    if idle:
        before = status(pid, "\nvoluntary_ctxt_switches")
        read_until_quiet(master, IDLE, IDLE)
        subject.wakes.append(status(pid, "\nvoluntary_ctxt_switches") - before)
    os.kill(pid, signal.SIGTERM)
    read_until_quiet(master, 0.01, 0.2)
    os.waitpid(pid, 0)
    for descriptor in (master, slave, *to_child, *to_us):
        os.close(descriptor)


def main():
    with tempfile.TemporaryDirectory() as folder:
        measure(folder)


def measure(folder):
    *programs, runs = sys.argv[1:] if sys.argv[-1].isdigit() else [*sys.argv[1:], "60"]
    runs, subjects = int(runs), []
    for built in programs:
        name = os.path.basename(built)
        program = os.path.join(folder, name)
        subprocess.run(["install", "-s", built, program], check=True)
        if name == "swift-floor":
            subjects.append(Subject(name, [program], assuan=True, answers=False))
        elif name.startswith("pinentry"):
            subjects.append(Subject(name, [program], assuan=True))
        elif name.startswith("keyward-askpass"):
            subjects.append(Subject(name, [program, "Passphrase:"]))
        else:
            subjects.append(Subject(f"{name} get", [program, "get", "--prompt", "Passphrase"]))
    for name in ("pinentry-curses", "pinentry-tty"):
        path = shutil.which(name)
        if path:
            subjects.append(Subject(name, [path], assuan=True))
    for run in range(runs):
        for subject in subjects:
            run_once(subject, idle=run == 0)
    base = next((s for s in subjects if s.name == "pinentry-curses"), subjects[0])
    print(f"\nOn a pseudo-terminal of 80 × 24, medians of {runs} alternating runs (ratio to {base.name})")
    print(f"  {'program':<18}{'greeting':>20}{'first frame':>20}{'key to echo':>20}{'in a burst':>20}"
          f"{'peak memory':>20}{'wakes/3 s':>11}{'binary':>10}")
    for subject in subjects:
        def cell(values, reference, unit, scale=1.0):
            if not values:
                return "none"
            median = statistics.median(values) * scale
            return f"{median:.2f} {unit} ×{median / (statistics.median(reference) * scale):.2f}"
        print(f"  {subject.name:<18}{cell(subject.greeting, base.greeting, 'ms'):>20}"
              f"{cell(subject.start, base.start, 'ms'):>20}"
              f"{cell(subject.typed, base.typed, 'ms'):>20}"
              f"{cell(subject.burst, base.burst, 'ms'):>20}"
              f"{cell(subject.memory, base.memory, 'MB', 1 / 1024):>20}"
              f"{subject.wakes[0]:>11}{os.path.getsize(subject.argv[0]) / 2**20:>7.1f} MB")


if __name__ == "__main__":
    main()
