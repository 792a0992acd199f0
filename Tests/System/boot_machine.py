#!/usr/bin/env python3
"""The machine of the boot tests: a system in which images are built, an encrypted disk, and qemu with its
keys, its screen and two serial lines."""

import ctypes
import ctypes.util
import hashlib
import json
import os
import pathlib
import platform
import re
import select
import shutil
import socket
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / ".build-boot"
SYSTEM = WORK / "system"
PACKAGES = ["linux-image-amd64", "initramfs-tools", "cryptsetup-initramfs", "busybox", "kmod", "udev",
            "console-setup", "kbd", "plymouth", "dracut-core"]
# The modules that the machine itself needs: its disk, and the controllers of its devices.
MODULES = ["virtio_pci", "virtio_blk", "dm_crypt", "xts", "aesni_intel", "sha256_generic", "ext4",
           "uhci_hcd", "i8042", "atkbd", "psmouse"]
LIMIT = 120


class Failure(Exception):
    """A step that did not complete."""


def run(*command, **options):
    """Runs a command and returns what it prints."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          stdin=None if "input" in options else subprocess.DEVNULL, **options)
    if done.returncode != 0:
        raise Failure(f"“{' '.join(map(str, command))}” ended with {done.returncode}: "
                      f"{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def is_made(path, *inputs):
    """Returns whether a file was built from these inputs, of files their content, and records them."""
    digest = hashlib.sha256()
    for each in inputs:
        digest.update(each.read_bytes() if isinstance(each, pathlib.Path) else repr(each).encode())
    stamp = path.with_name(path.name + ".inputs")
    if path.exists() and stamp.exists() and stamp.read_text() == digest.hexdigest():
        return True
    path.unlink(missing_ok=True)
    stamp.write_text(digest.hexdigest())
    return False


# MARK: The Debian in which images are built

def make_system():
    """Unpacks a small Debian, unless the last one is still there."""
    complete, wanted = WORK / "complete", " ".join(PACKAGES)
    if complete.exists() and complete.read_text() == wanted:
        return
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir()
    suite = platform.freedesktop_os_release()["VERSION_CODENAME"]
    left_out = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("man", "doc", "locale")]
    run("mmdebstrap", "--mode=root", "--variant=minbase", "--include=" + ",".join(PACKAGES),
        *left_out, suite, SYSTEM)
    complete.write_text(wanted)


def inside(script):
    """Runs a script in that system."""
    mounts = f"mount --bind {SYSTEM} {SYSTEM}; " + "; ".join(f"mount --rbind /{name} {SYSTEM}/{name}" for name in ("proc", "sys", "dev"))
    return run("unshare", "--mount", "sh", "-ec", f'{mounts}; exec chroot {SYSTEM} sh -ec "$1"', "sh",
               script, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"})


def install():
    """Installs our files, and those that only the tests need."""
    run("make", "--no-print-directory", "install-boot", f"DESTDIR={SYSTEM}", cwd=ROOT)
    run("gcc", "-static", "-O2", "-Wall", "-o", SYSTEM / "usr/lib/guest", ROOT / "Tests/System/guest.c")
    hook = SYSTEM / "etc/initramfs-tools/hooks/guest"
    hook.write_text("#!/bin/sh\n[ \"$1\" != prereqs ] || exit 0\n"
                    ". /usr/share/initramfs-tools/hook-functions\n"
                    "copy_exec /usr/lib/guest\nmanual_add_modules uinput\n"
                "gunzip -c /usr/share/consolefonts/Uni2-Fixed16.psf.gz >$DESTDIR/usr/lib/letters.psf\n")
    # A shell on the second serial line; unlocking waits for a command there.
    script = SYSTEM / "etc/initramfs-tools/scripts/local-top/guest"
    script.write_text("#!/bin/sh\n[ \"$1\" != prereqs ] || exit 0\n"
                      "mkfifo /run/go\n"
                      "/usr/lib/guest shell &\n"
                      "modprobe uinput\n"
                      "read -r go </run/go\n")
    for path in (hook, script):
        path.chmod(0o755)
    # Without the modules for all computers an image is built and boots faster, and shows that our hook adds
    # those that we need.
    (SYSTEM / "etc/initramfs-tools/conf.d/guest").write_text("MODULES=list\nCOMPRESSLEVEL=1\n")
    (SYSTEM / "etc/initramfs-tools/modules").write_text("\n".join(MODULES) + "\n")


def kernel():
    """The version of the kernel."""
    return next((SYSTEM / "lib/modules").iterdir()).name


def make_image(name, crypttab, plymouth=False, keyward=True, dracut=False):
    """Builds an image with the real mkinitramfs, or dracut, and returns its path."""
    (SYSTEM / "etc/crypttab").write_text(crypttab)
    (SYSTEM / "etc/fstab").write_text("/dev/mapper/disk / ext2 defaults 0 0\n")
    (SYSTEM / "etc/keyward").mkdir(exist_ok=True)
    (SYSTEM / "etc/keyward/boot.yaml").write_text("")
    hooks = SYSTEM / "usr/share/initramfs-tools/hooks"
    (hooks / "plymouth").chmod(0o755 if plymouth else 0o644)
    (hooks / "keyward").chmod(0o755 if keyward else 0o644)
    image = SYSTEM / f"boot/{name}.img"
    ours = sorted(path for folder in ("usr/lib/keyward", "usr/lib/cryptsetup/scripts",
                                      "etc/initramfs-tools", "usr/share/initramfs-tools/hooks",
                                      "usr/lib/dracut/modules.d/60keyward", "usr/lib/systemd/system")
                  for path in (SYSTEM / folder).rglob("*") if path.is_file())
    if is_made(image, crypttab, plymouth, keyward, SYSTEM / "usr/lib/guest", *ours):
        return image
    if dracut:
        drivers = " ".join([*MODULES, "ext2", "bochs", "evdev", "button"])
        # The last option keeps images small: without it dracut adds the modules for all computers.
        inside(f"dracut --force --no-hostonly --no-hostonly-cmdline --add 'crypt keyward' "
               f"--omit plymouth --gzip --kver {kernel()} --drivers '{drivers}' /boot/{name}.img")
        return image
    inside(f"mkinitramfs -o /boot/{name}.new {kernel()} && mv /boot/{name}.new /boot/{name}.img")
    return image


# MARK: The disk

SECTOR = 4096
OFFSET = 16 << 20
# An emulated machine takes long to derive a key.
PBKDF = ["--pbkdf", "pbkdf2", "--pbkdf-force-iterations", "1000"]


def make_disk(path, passphrases):
    """Creates a LUKS2 disk with a root file system whose init reports that it was found."""
    if is_made(path, passphrases, PBKDF, SYSTEM / "usr/lib/guest"):
        return
    folder = WORK / "root"
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("sbin", "dev", "proc", "sys", "run"):
        (folder / name).mkdir(parents=True)
    shutil.copy(SYSTEM / "usr/lib/guest", folder / "sbin/init")
    # systemd recognises a system to switch to by this file.
    (folder / "etc").mkdir()
    (folder / "etc/os-release").write_text("ID=guest\n")
    plain = WORK / "plain.img"
    plain.unlink(missing_ok=True)
    run("mke2fs", "-q", "-t", "ext2", "-b", SECTOR, "-d", folder, plain, "4M")
    key = os.urandom(64)
    (WORK / "key").write_bytes(key)
    path.touch()
    os.truncate(path, OFFSET)
    first, *others = passphrases
    run("cryptsetup", "luksFormat", "--batch-mode", "--type", "luks2", *PBKDF, "--volume-key-file",
        WORK / "key", "--key-size", "512", "--sector-size", SECTOR, "--uuid", UUID, path, "-",
        input=first)
    for passphrase in others:
        run("cryptsetup", "luksAddKey", "--batch-mode", *PBKDF, "--volume-key-file", WORK / "key",
            path, "-", input=passphrase)
    with open(path, "ab") as disk:
        disk.truncate(OFFSET)
        disk.seek(OFFSET)
        disk.write(encrypted(plain.read_bytes(), key))


UUID = "4b455957-4152-4400-8000-000000000001"


def encrypted(content, key):
    """Returns the content in AES-XTS, like dm-crypt; mounting the disk here would need device-mapper."""
    crypto = ctypes.CDLL(ctypes.util.find_library("crypto"))
    for name in ("EVP_CIPHER_CTX_new", "EVP_aes_256_xts"):
        getattr(crypto, name).restype = ctypes.c_void_p
    context, cipher = map(ctypes.c_void_p, (crypto.EVP_CIPHER_CTX_new(), crypto.EVP_aes_256_xts()))
    result, length = bytearray(), ctypes.c_int()
    block = ctypes.create_string_buffer(SECTOR)
    for place in range(0, len(content), SECTOR):
        # Sector numbers count 512 bytes, whatever the sector size.
        number = (place // 512).to_bytes(16, "little")
        crypto.EVP_EncryptInit_ex(context, cipher, None, key, number)
        crypto.EVP_EncryptUpdate(context, block, ctypes.byref(length), content[place:place + SECTOR],
                                 SECTOR)
        result += block.raw
    return bytes(result)


# MARK: The machine

class Machine:
    """qemu without hardware virtualisation: slow, and the same everywhere.

    A machine is booted once and its state saved; each case starts from that state, before the disk is
    unlocked.
    """

    def __init__(self, name, image, disk, command_line="", devices=(), size=(1280, 800), state=None,
                 font=None):
        self.folder = WORK / "runs" / name
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.log = self.folder / "serial.log"
        self.font = font
        width, height = size
        qmp, second = self.listen("qmp"), self.listen("second")
        self.process = subprocess.Popen(
            ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "max", "-m", "768", "-display", "none",
             "-nodefaults", "-no-user-config", "-device", f"VGA,xres={width},yres={height}",
             "-kernel", str(SYSTEM / f"boot/vmlinuz-{kernel()}"), "-initrd", str(image),
             "-append", f"root=/dev/mapper/disk panic=-1 no5lvl mitigations=off {command_line}",
             "-drive", f"file={disk},if=virtio,format=raw,snapshot=on",
             "-chardev", f"socket,id=first,path={self.folder}/first,server=on,wait=off,"
             f"logfile={self.log}",
             "-serial", "chardev:first",
             "-chardev", f"socket,id=second,path={self.folder}/second",
             "-serial", "chardev:second",
             "-qmp", f"unix:{self.folder}/qmp", "-no-reboot", "-usb", *devices,
             *(["-incoming", f"exec:cat {state}"] if state else [])],
            stdout=open(self.folder / "qemu.log", "w"), stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, start_new_session=True)
        self.ended = open(os.pidfd_open(self.process.pid), "rb", buffering=0)
        self.qmp = self.accept(qmp)
        self.qmp_reader = self.qmp.makefile("r")
        self.qmp_reader.readline()
        self.command("qmp_capabilities")
        self.shell = self.accept(second)
        if state:
            self.until("the kept state", lambda: self.command("query-status")["status"] != "inmigrate")
            self.command("cont")
            self.run("true")

    def keep(self, path):
        """Saves the state of the machine in a file and ends it."""
        self.command("stop")
        self.command("migrate", uri=f"exec:cat >{path}.new")
        self.until("the end of keeping the state",
                   lambda: self.command("query-migrate").get("status") in ("completed", "failed"))
        if self.command("query-migrate")["status"] == "failed":
            raise Failure("qemu could not keep the state of the machine")
        self.stop()
        path.with_name(path.name + ".new").rename(path)

    def listen(self, name):
        """A socket to which qemu connects when it starts."""
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(self.folder / name))
        listener.listen(1)
        return listener

    def accept(self, listener):
        """Waits for qemu to connect."""
        if listener not in select.select([listener, self.ended], [], [], LIMIT)[0]:
            raise Failure("qemu did not start: " + (self.folder / "qemu.log").read_text())
        with listener:
            link, _ = listener.accept()
        # A qemu that does not answer is a failure, too.
        link.settimeout(LIMIT)
        return link

    def stop(self):
        """Ends qemu."""
        self.process.kill()
        self.process.wait()
        self.ended.close()

    def command(self, command, **arguments):
        """Sends a command of QMP and returns its result."""
        self.qmp.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while True:
            reply = json.loads(self.qmp_reader.readline() or '{"error": "qemu has gone"}')
            if "error" in reply:
                raise Failure(f"qemu refused {command}: {reply['error']}")
            if "return" in reply:
                return reply["return"]

    def until(self, what, condition):
        """Waits for a state, which the condition returns; `what` names it in a failure."""
        end = time.monotonic() + LIMIT
        while True:
            state = condition()
            if state:
                return state
            if time.monotonic() > end:
                raise Failure(f"{what} did not come within {LIMIT} s")
            if self.process.poll() is not None:
                state = condition()
                if state:
                    return state
                raise Failure(f"the machine had ended before {what}")
            # Nothing reports a change on a screen; the end of qemu is reported at once.
            select.select([self.ended], [], [], 0.1)

    def until_ended(self):
        """Waits for the machine to switch itself off."""
        if not select.select([self.ended], [], [], LIMIT)[0]:
            raise Failure(f"the machine did not switch itself off within {LIMIT} s")

    # Keys and pointers

    def keys(self, *names):
        """Presses keys one after the other; names with a plus sign are chords: shift+a."""
        for name in names:
            self.command("send-key", keys=[{"type": "qcode", "data": key} for key in name.split("+")],
                      **{"hold-time": 40})

    def type(self, text, shows_marks=True):
        """Types ASCII on a US keyboard, then Enter once the screen has a mark for each character."""
        self.keys(*map(us_key, text))
        if shows_marks:
            self.until("the typed characters",
                       lambda: any(row.count("\u2022") == len(text) for row in self.screen()))
        self.keys("ret")

    def point(self, x, y, pressed=None):
        """Moves the tablet to a position from 0 to 1, and presses or releases there."""
        events = [{"type": "abs", "data": {"axis": axis, "value": round(value * 0x7FFF)}}
                  for axis, value in (("x", x), ("y", y))]
        if pressed is not None:
            events.append({"type": "btn", "data": {"button": "left", "down": pressed}})
        self.command("input-send-event", events=events)

    # The serial lines

    def serial(self):
        """Returns all output of the first serial line."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def type_serial(self, text):
        """Types on the first serial line."""
        link = socket.socket(socket.AF_UNIX)
        link.connect(str(self.folder / "first"))
        link.sendall(text.encode())
        # qemu blocks if its output is not read.
        threading.Thread(target=lambda: all(iter(lambda: link.recv(4096), b"")), daemon=True).start()

    def until_serial(self, text):
        """Waits for a text on the first serial line."""
        self.until(f"“{text}” on the serial console", lambda: text in self.serial())

    def until_shell(self):
        """Waits for the shell on the second serial line."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            try:
                return self.run("true", 2)
            except Failure:
                pass
        raise Failure("no shell came up on the second serial line")

    def go(self):
        """Lets the boot continue to the disk."""
        self.run(": >/run/go")

    def run(self, script, limit=LIMIT):
        """Runs a line of shell in the machine and returns what it prints."""
        mark = f"end-{time.monotonic_ns()}"
        self.shell.sendall(f"{script}\necho {mark[:3]}''{mark[3:]} $?\n".encode())
        answer, end = b"", time.monotonic() + limit
        while not (match := re.search(mark.encode() + rb" (\d+)\r?\n", answer)):
            if time.monotonic() > end:
                raise Failure(f"“{script}” in the machine did not end: {answer[-500:]}")
            if select.select([self.shell], [], [], 0.5)[0]:
                answer += self.shell.recv(65536)
        output = answer[:match.start()].decode(errors="replace").replace("\r\n", "\n")
        if match[1] != b"0":
            raise Failure(f"“{script}” in the machine ended with {match[1].decode()}: {output[-500:]}")
        return output

    # The screen

    def screen(self, name=None, rotation=0):
        """Returns the rows of the console, read from a screenshot that is kept under a name."""
        path = self.folder / f"{name or 'screen'}.ppm"
        self.command("screendump", filename=str(path))
        if self.font is None:
            raise Failure("the font was not read before the screen")
        picture = Picture(path, rotation)
        if name:
            run("convert", path, path.with_suffix(".png"))
        rows = self.font.rows(picture)
        if name:
            path.with_suffix(".txt").write_text("\n".join(rows) + "\n")
        return rows

    def until_shown(self, text, name=None, rotation=0):
        """Waits for a text on the screen and returns the rows."""
        shown = []

        def look():
            shown[:] = self.screen(None, rotation)
            return any(text in row for row in shown)
        try:
            self.until(f"“{text}” on the screen", look)
        except Failure as failure:
            raise Failure(f"{failure}; there was:\n" + "\n".join(row for row in shown if row.strip()))
        return self.screen(name, rotation) if name else shown


def us_key(character):
    """The key of a character on a US keyboard."""
    plain = {" ": "spc", "-": "minus", "=": "equal", "[": "bracket_left", "]": "bracket_right",
             ";": "semicolon", "'": "apostrophe", "`": "grave_accent", "\\": "backslash",
             ",": "comma", ".": "dot", "/": "slash"}
    shifted = dict(zip('!@#$%^&*()_+{}:"~|<>?', "1234567890-=[];'`\\,./"))
    if character in shifted:
        return "shift+" + us_key(shifted[character])
    return "shift+" + character.lower() if character.isupper() else plain.get(character, character)


class Picture:
    """Returns a screenshot, rotated back by 0 to 3 clockwise quarter turns of fbcon."""

    def __init__(self, path, rotation=0):
        data = path.read_bytes()
        header = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data)
        if not header:
            raise Failure("the screendump is not a picture")
        self.width, self.height = int(header[1]), int(header[2])
        pixels, step = data[header.end():], 3 * self.width
        self.lines = [pixels[start:start + step] for start in range(0, len(pixels), step)]
        for _ in range(rotation):
            columns = zip(*([line[at:at + 3] for at in range(0, len(line), 3)] for line in self.lines))
            self.lines = [b"".join(column) for column in columns][::-1]
        self.width, self.height = len(self.lines[0]) // 3, len(self.lines)


class Font:
    """The glyphs of a console font, used to read the cells of a screenshot."""

    def __init__(self, text):
        lines = text.splitlines()
        self.height, self.width, count = map(int, lines[0].split())
        glyphs = [bytes.fromhex(line) for line in lines[1:count + 1]]
        self.characters, self.read = {}, {}
        for line in lines[count + 1:]:
            character, glyph = map(int, line.split())
            # The two colours of a cell do not show which is the background.
            if character >= 32 and chr(character) not in "\u25d8\u25d9" and glyph < count:
                self.characters.setdefault(glyphs[glyph], chr(character))
        self.characters[bytes(len(glyphs[0]))] = " "

    def rows(self, picture):
        """Returns the rows of text in a screenshot."""
        return ["".join(self.cell([line[left:left + 3 * self.width] for line in lines])
                        for left in range(0, 3 * (picture.width - self.width + 1), 3 * self.width))
                for lines in (picture.lines[top:top + self.height]
                              for top in range(0, picture.height - self.height + 1, self.height))]

    def cell(self, lines):
        """Returns the character of a cell, in either order of its two colours; � for none."""
        key = b"".join(lines)
        if key not in self.read:
            self.read[key] = self.character(
                [[line[at:at + 3] for at in range(0, len(line), 3)] for line in lines])
        return self.read[key]

    def character(self, lines):
        colors = sorted({pixel for line in lines for pixel in line})
        if len(colors) == 1:
            return " "
        for color in colors[:2 if len(colors) == 2 else 0]:
            glyph = bytes(sum(0x80 >> at for at, pixel in enumerate(line) if pixel == color)
                          for line in lines)
            if glyph in self.characters:
                return self.characters[glyph]
        return "\N{REPLACEMENT CHARACTER}"
