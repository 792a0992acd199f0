#!/usr/bin/env python3
"""Measures the cost of the helper that restores the terminal, each program with and without it in turns.

    Benchmarks/watcher.py .build/release/keyward .build/release/pinentry-keyward [runs]

The helper starts before the first frame, which is the figure for its start. The figure for the end is the time from SIGTERM to the program's end.
"""

import os
import re
import select
import signal
import statistics
import sys
import time

from terminal import open_terminal, read_until_quiet

KEYS = 24


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return file.read().split()


def private_memory(pid):
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return sum(int(size) for size in re.findall(r"Private_(?:Clean|Dirty): +(\d+)", file.read()))


def key_to_echo(master):
    before = time.perf_counter_ns()
    os.write(master, b"k")
    if not select.select([master], [], [], 1)[0]:
        return None
    os.read(master, 65536)
    return (time.perf_counter_ns() - before) / 1e6


def run_once(program, watches, figures):
    master, slave, name = open_terminal()
    is_pinentry = os.path.basename(program).startswith("pinentry")
    environment = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
                   "HOME": "/nonexistent", "COLORFGBG": "15;0",
                   "KEYWARD_OPTIONS": "--watcher" if watches else "--no-watcher"}
    to_child, to_us = os.pipe(), os.pipe()
    source = to_child[0] if is_pinentry else slave
    actions = [(os.POSIX_SPAWN_OPEN, 9, name, os.O_RDWR, 0), (os.POSIX_SPAWN_CLOSE, 9),
               (os.POSIX_SPAWN_DUP2, source, 0), (os.POSIX_SPAWN_DUP2, to_us[1], 1)]
    os.write(to_child[1], f"OPTION ttyname={name}\nOPTION ttytype=xterm-256color\n"
             "OPTION lc-ctype=C.UTF-8\nGETPIN\n".encode())
    arguments = [program] if is_pinentry else [program, "get"]
    begin = time.perf_counter_ns()
    pid = os.posix_spawn(program, arguments, environment, file_actions=actions, setsid=True)
    frame = b""
    while b"\x1b[?2026l" not in frame:
        frame += os.read(master, 65536)
    figures["first frame"].append((time.perf_counter_ns() - begin) / 1e6)
    figures["first key"].append(key_to_echo(master))
    for _ in range(KEYS):
        read_until_quiet(master, 0)
        figures["keys"].append(key_to_echo(master))
        time.sleep(0.002)
    figures["memory"] += map(private_memory, children(pid))
    before = time.perf_counter_ns()
    os.kill(pid, signal.SIGTERM)
    os.waitpid(pid, 0)
    figures["end"].append((time.perf_counter_ns() - before) / 1e6)
    for descriptor in (master, slave, *to_child, *to_us):
        os.close(descriptor)


def main():
    *programs, runs = sys.argv[1:] if sys.argv[-1].isdigit() else [*sys.argv[1:], "60"]
    print(f"\nThe watcher of the terminal, medians of {runs} runs in turns, in ms")
    print(f"  {'program':<20}{'watcher':>8}{'first frame':>13}{'first key':>11}{'keys':>8}{'end':>8}"
          f"{'private memory':>18}")
    for program in map(os.path.abspath, programs):
        columns = ("first frame", "first key", "keys", "end", "memory")
        all_figures = {watches: {name: [] for name in columns} for watches in (True, False)}
        for _ in range(int(runs)):
            for watches, figures in all_figures.items():
                run_once(program, watches, figures)
        for watches, figures in all_figures.items():
            memory = f"at most {max(figures['memory'])} KB" if figures["memory"] else "none"
            first, key, keys, end = (statistics.median(figures[name]) for name in columns[:4])
            print(f"  {os.path.basename(program):<20}{'yes' if watches else 'no':>8}{first:>13.2f}"
                  f"{key:>11.3f}{keys:>8.3f}{end:>8.2f}{memory:>18}")


if __name__ == "__main__":
    main()
