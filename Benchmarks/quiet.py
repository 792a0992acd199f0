#!/usr/bin/env python3
"""Measures what another user of the machine learns about the keys of a dialogue from its wake-ups.

    Benchmarks/quiet.py .build/release/keyward [dialogues]        (as root; pinentry-curses and bash for comparison)

An observer with the rights of `nobody` reads /proc/PID/schedstat of the dialogue and of its children every
millisecond. The dialogues have 4 to 24 keys at random times and take equally long. Printed are, for each
program:

  r       the correlation of the number of keys with the wake-ups, with the processor time, and with the number
          of wake-ups that took longer than most; chance gives less than 0.45 in 36 dialogues
  F       the share of the keys that are found within 30 ms after them, if as many wake-ups as there were keys are
          chosen, the longest ones; and the same for key times that were drawn again (mean, and 95 % quantile of
          the mean), which is what guessing gives
  bell    the milliseconds from a refused key to its bell
  idle    the wake-ups in 3 seconds without a key, after 11 seconds without one
  CPU     the share of a core while keys are typed, with the processor time of the release only if PROGRAM is one
  bytes   the bytes that are written to the terminal for a key, and for none

With `--ssh` it prints instead the sizes of the packets from an sshd on this machine while keys are typed.
"""

import os
import random
import select
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time

from terminal import open_terminal, read_until_quiet

SEED = int(os.environ.get("SEED", "58"))
LENGTH, MARGIN, NEAR = 3.0, 0.2, 0.010
ENVIRONMENT = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
               "COLORFGBG": "15;0"}


class Dialogue:
    """A program that asks on its own terminal."""

    def __init__(self, arguments, ready, assuan=False):
        self.master, slave, name = open_terminal()
        to_child, to_us = os.pipe(), os.pipe()
        actions = [(os.POSIX_SPAWN_OPEN, 9, name, os.O_RDWR, 0), (os.POSIX_SPAWN_CLOSE, 9),
                   (os.POSIX_SPAWN_DUP2, to_child[0] if assuan else slave, 0),
                   (os.POSIX_SPAWN_DUP2, to_us[1], 1), (os.POSIX_SPAWN_DUP2, slave, 2)]
        self.pid = os.posix_spawn(shutil.which(arguments[0]), arguments, ENVIRONMENT, file_actions=actions, setsid=True)
        if assuan:
            os.write(to_child[1], f"OPTION ttyname={name}\nOPTION ttytype=xterm-256color\n"
                     "OPTION lc-ctype=C.UTF-8\nGETPIN\n".encode())
        self.open = [slave, *to_child, *to_us]
        end, seen = time.time() + 5, b""
        while ready not in seen and time.time() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                seen += os.read(self.master, 65536)
        read_until_quiet(self.master, 0.1)

    def type(self, keys):
        os.write(self.master, keys)

    def written(self):
        count = 0
        while select.select([self.master], [], [], 0)[0]:
            count += len(os.read(self.master, 65536))
        return count

    def processes(self):
        with open(f"/proc/{self.pid}/task/{self.pid}/children") as file:
            return [self.pid, *map(int, file.read().split())]

    def close(self):
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        for descriptor in [self.master, *self.open]:
            os.close(descriptor)


def schedule(pid):
    with open(f"/proc/{pid}/schedstat") as file:
        run, _, slices = map(int, file.read().split())
    return run, slices


def observe(pids, seconds, pipe):
    """Writes (time, processor time in ns, wake-ups) for each change that `nobody` sees."""
    os.setgid(65534)
    os.setuid(65534)
    end = time.monotonic() + seconds
    last = {pid: schedule(pid) for pid in pids}
    lines = []
    while (now := time.monotonic()) < end:
        for pid in pids:
            try:
                found = schedule(pid)
            except (OSError, ValueError):
                continue
            if found != last[pid]:
                lines.append(f"{now} {found[0] - last[pid][0]} {found[1] - last[pid][1]}")
                last[pid] = found
        time.sleep(0.001)
    with os.fdopen(pipe, "w") as file:
        file.write("\n".join(lines))


def watched(dialogue, times):
    """Types a key at each of the times, from now on, and returns what was observed."""
    reading, writing = os.pipe()
    observer = os.fork()
    if observer == 0:
        os.close(reading)
        try:
            observe(dialogue.processes(), LENGTH, writing)
        finally:
            os._exit(0)
    os.close(writing)
    start = time.monotonic()
    typed = []
    for moment in times:
        time.sleep(max(0, start + moment - time.monotonic()))
        typed.append(time.monotonic())
        dialogue.type(b"k")
    with os.fdopen(reading) as file:
        lines = [line.split() for line in file.read().split("\n") if line]
    os.waitpid(observer, 0)
    return typed, [(float(at), int(run), int(wakes)) for at, run, wakes in lines], start


def correlation(xs, ys):
    return 0.0 if len(set(xs)) < 2 or len(set(ys)) < 2 else statistics.correlation(xs, ys)


def found(chosen, keys):
    left = sorted(chosen)
    hits = 0
    for key in keys:
        near = next((at for at in left if -0.002 <= at - key <= 0.02 + NEAR), None)
        if near is not None:
            left.remove(near)
            hits += 1
    return hits / max(1, len(keys))


def random_times(generator, count):
    return sorted(generator.uniform(MARGIN, LENGTH - MARGIN) for _ in range(count))


def measure(name, make, dialogues, refuses):
    generator = random.Random(SEED)
    counts = [4 + 20 * index // max(1, dialogues - 1) for index in range(dialogues)]
    generator.shuffle(counts)
    wakes, runs, long_ones, hits, controls = [], [], [], [], []
    for count in counts:
        dialogue = make()
        typed, events, start = watched(dialogue, random_times(generator, count))
        dialogue.close()
        wakes.append(sum(event[2] for event in events))
        runs.append(sum(event[1] for event in events))
        middle = statistics.median([event[1] for event in events]) if events else 0
        long_ones.append(sum(event[1] > 1.3 * middle for event in events))
        chosen = [event[0] for event in sorted(events, key=lambda event: -event[1])[:count]]
        hits.append(found(chosen, typed))
        controls += [found(chosen, [start + at for at in random_times(generator, count)]) for _ in range(20)]
    rs = [correlation(counts, series) for series in (wakes, runs, long_ones)]
    controls.sort()
    means = sorted(statistics.mean(generator.sample(controls, dialogues)) for _ in range(200))
    dialogue = make()
    bytes_of_key = []
    for _ in range(8):
        dialogue.type(b"k")
        time.sleep(0.1)
        bytes_of_key.append(dialogue.written())
    time.sleep(0.1)
    none = dialogue.written()
    time.sleep(11)
    before = sum(schedule(pid)[1] for pid in dialogue.processes())
    time.sleep(3)
    idle = sum(schedule(pid)[1] for pid in dialogue.processes()) - before
    dialogue.close()
    bell = "-"
    if refuses:
        dialogue = refuses()
        delays = []
        for _ in range(30):
            time.sleep(generator.uniform(0.1, 0.14))
            dialogue.written()
            begin = time.monotonic()
            dialogue.type(b"k")
            if select.select([dialogue.master], [], [], 1)[0]:
                delays.append((time.monotonic() - begin) * 1000)
        dialogue.close()
        bell = f"{statistics.median(delays):.1f}" if delays else "none"
    print(f"  {name:<18}{rs[0]:>7.2f}{rs[1]:>7.2f}{rs[2]:>7.2f}{statistics.mean(hits):>8.2f}"
          f"{statistics.mean(controls):>7.2f}{means[189]:>7.2f}{bell:>7}{idle:>6}"
          f"{statistics.mean(runs) / 1e7 / LENGTH:>7.2f} %{sorted(set(bytes_of_key))!s:>12}{none:>4}", flush=True)


def packets(program):
    """Prints the sizes of the packets from sshd for keys that are typed over ssh."""
    folder = tempfile.mkdtemp()
    for key in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{folder}/{key}"], check=True)
    shutil.copy(f"{folder}/user.pub", f"{folder}/keys")
    os.makedirs("/run/sshd", exist_ok=True)
    port = 22022
    server = subprocess.Popen(
        ["/usr/sbin/sshd", "-D", "-q", "-p", str(port), "-h", f"{folder}/host", "-f", "/dev/null",
         "-o", f"AuthorizedKeysFile={folder}/keys", "-o", "StrictModes=no", "-o", "ListenAddress=127.0.0.1",
         "-o", "PermitRootLogin=yes", "-o", "PidFile=none"])
    time.sleep(0.5)
    sniffer = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0800))
    sniffer.bind(("lo", 0x0800))
    try:
        for mask in ("bullets", "fixed", "hidden"):
            for keys in (4, 24):
                master, slave, _ = open_terminal()
                client = subprocess.Popen(
                    ["ssh", "-tt", "-F", "none", "-i", f"{folder}/user", "-p", str(port),
                     "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
                     "127.0.0.1", f"{program} get --mask {mask}"],
                    stdin=slave, stdout=slave, stderr=slave, start_new_session=True, env=ENVIRONMENT)
                read_until_quiet(master, 1.0, 6.0)
                os.write(master, b"k")
                read_until_quiet(master, 0.3)
                while select.select([sniffer], [], [], 0)[0]:
                    sniffer.recv(65536)
                for _ in range(keys):
                    os.write(master, b"k")
                    time.sleep(0.05)
                sizes = {}
                while select.select([sniffer], [], [], 0.2)[0]:
                    packet, address = sniffer.recvfrom(65536)
                    if address[2] == socket.PACKET_OUTGOING:
                        continue
                    head = 14 + (packet[14] & 15) * 4
                    sender, = struct.unpack("!H", packet[head:head + 2])
                    size = len(packet) - head - (packet[head + 12] >> 4) * 4
                    if sender == port and size:
                        sizes[size] = sizes.get(size, 0) + 1
                print(f"  --mask {mask:<8} {keys:>2} keys: packets by size {dict(sorted(sizes.items()))}", flush=True)
                os.write(master, b"\r")
                time.sleep(0.3)
                client.kill()
                client.wait()
                os.close(master)
                os.close(slave)
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--ssh"]
    program = os.path.abspath(arguments[0])
    if "--ssh" in sys.argv:
        packets(program)
        return
    dialogues = int(arguments[1]) if len(arguments) > 1 else 36
    frame = b"\x1b[?2026l"
    print(f"\nKeys in the wake-ups, {dialogues} dialogues each, seed {SEED}")
    print(f"  {'':<18}{'r: number, time, long':>21}{'F':>8}{'drawn again':>14}{'bell':>7}{'idle':>6}{'CPU':>9}"
          f"{'bytes: key':>12}{'none':>4}")
    for name, options, ready in (
            ("hidden", ["--mask", "hidden"], frame), ("fixed", ["--mask", "fixed"], frame),
            ("line mode", ["--plain"], b": "), ("bullets", [], frame)):
        command = [program, "get", *options]
        measure(name, lambda: Dialogue(command, ready), dialogues,
                lambda: Dialogue([*command, "--allow", "0123456789"], ready))
    measure("read -s", lambda: Dialogue(["bash", "-c", "read -rsp 'Passphrase: ' x"], b": "), dialogues, None)
    if shutil.which("pinentry-curses"):
        measure("pinentry-curses", lambda: Dialogue(["pinentry-curses"], b"OK", assuan=True), dialogues, None)


if __name__ == "__main__":
    main()
