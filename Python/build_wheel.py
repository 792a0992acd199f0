"""Builds the wheel, which contains the shared library, and the source archive of the Python package.

Called by pip through pyproject.toml, and by `make python`. It needs only the standard library.
"""

from __future__ import annotations

import ast
import base64
import gzip
import hashlib
import io
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "Python" / "keyward_keyboard"
LIBRARY = ROOT / ".build" / "release" / "libkeyward.so.0"
PROJECT = (ROOT / "pyproject.toml").read_text()
LICENCES = {f"LICENSES/{path.name}": path.read_bytes()
            for path in sorted((ROOT / "LICENSES").glob("*.txt"))}
# The libraries that every Linux with a recent enough C library has (PEP 600).
COMMON = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def field(name: str) -> str:
    """Returns the string of a field in pyproject.toml."""
    found = re.search(rf'\b{name} = "([^"]*)"', PROJECT)
    if not found:
        raise SystemExit(f"pyproject.toml has no {name}.")
    return found[1]


NAME = f"{PACKAGE.name}-{field('version')}"


def metadata() -> bytes:
    """Returns the metadata of the package, for METADATA and PKG-INFO."""
    lines = ["Metadata-Version: 2.4", f"Name: {field('name')}", f"Version: {field('version')}",
             f"Summary: {field('description')}", f"Requires-Python: {field('requires-python')}",
             f"Author-email: {field('authors = .{name')} <{field('email')}>",
             f"Project-URL: Homepage, {field('Homepage')}",
             f"License-Expression: {field('license')}",
             *(f"License-File: {name}" for name in LICENCES),
             *(f"Classifier: {name}" for name in re.findall(r'^  "(.* :: .*)",$', PROJECT, re.M)),
             "Description-Content-Type: text/plain", "",
             ast.get_docstring(ast.parse((PACKAGE / "__init__.py").read_text())) or "", ""]
    return "\n".join(lines).encode()


def build_library() -> None:
    """Builds the library if there is none."""
    if not LIBRARY.exists():
        subprocess.run(["make", "--no-print-directory", "library"], cwd=ROOT, check=True)


def settled_library() -> bytes:
    """Returns the library without the parts that depend on the folder in which it was built."""
    if not shutil.which("readelf"):
        return LIBRARY.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(shutil.copy(LIBRARY, folder))
        subprocess.run([ROOT / "Scripts" / "settle-programs", folder], check=True)
        return copy.read_bytes()


def tag() -> str:
    """Returns the platform tag of the wheel: any Python 3 on Linux.

    The tag names the required version of the C library, unless the library needs other libraries too or
    there is no readelf.
    """
    if not shutil.which("readelf"):
        return f"py3-none-linux_{platform.machine()}"

    def elf(*options: str) -> str:
        return subprocess.run(["readelf", "--wide", *options, str(LIBRARY)], check=True,
                              capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout

    system = "linux"
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", elf("--dynamic")))
    versions = re.findall(r"Name: GLIBC_(?:(\d+)\.(\d+)|ABI_DT_RELR)", elf("--version-info"))
    if needed <= COMMON:
        # Compact relative relocations (DT_RELR) need 2.36.
        system = "manylinux_%d_%d" % max((int(a or 2), int(b or 36)) for a, b in versions)
    return f"py3-none-{system}_{platform.machine()}"


def write_wheel(folder: str, files: dict[str, bytes]) -> str:
    """Writes a reproducible wheel of the files and the metadata; returns its name."""
    tags, info = tag(), f"{NAME}.dist-info"
    files |= {f"{info}/licenses/{name}": text for name, text in LICENCES.items()}
    files[f"{info}/METADATA"] = metadata()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: keyward\nRoot-Is-Purelib: false\nTag: {tags}\n").encode()
    lines = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(data)}\n")
    files[f"{info}/RECORD"] = "".join(lines + [f"{info}/RECORD,,\n"]).encode()
    os.makedirs(folder, exist_ok=True)
    name = f"{NAME}-{tags}.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def build_wheel(wheel_directory: str, config_settings: object = None,
                metadata_directory: object = None) -> str:
    """Writes the wheel into a folder and returns its name."""
    build_library()
    files = {f"{PACKAGE.name}/{path.name}": path.read_bytes() for path in sorted(PACKAGE.iterdir())
             if path.suffix in (".py", ".typed")}
    files[f"{PACKAGE.name}/libkeyward.so.0"] = settled_library()
    return write_wheel(wheel_directory, files)


def build_editable(wheel_directory: str, config_settings: object = None,
                   metadata_directory: object = None) -> str:
    """Writes a wheel that refers to this folder and its library, and returns its name."""
    build_library()
    return write_wheel(wheel_directory, {"keyward.pth": f"{PACKAGE.parent}\n".encode()})


def sources() -> list[str]:
    """Returns the files tracked by git or, in an unpacked source archive, all files that were not built."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True)
    names = [name for name in os.fsdecode(listed.stdout).split("\0") if name]
    if listed.returncode != 0 or "pyproject.toml" not in names:
        built = re.compile(r"(\.build|dist)[^/]*/|(.*/)?__pycache__/|PKG-INFO$")
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if not path.is_dir()]
        names = [name for name in names if not built.match(name)]
    return sorted(name for name in names if os.path.lexists(ROOT / name))


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    """Writes a reproducible source archive into a folder and returns its name."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sources():
            entry = archive.gettarinfo(ROOT / name, f"{NAME}/{name}")
            entry.mtime, entry.mode = 0, 0o755 if entry.mode & 0o100 else 0o644
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            with open(ROOT / name, "rb") as file:
                archive.addfile(entry, file if entry.isreg() else None)
        description = tarfile.TarInfo(f"{NAME}/PKG-INFO")
        description.size = len(metadata())
        archive.addfile(description, io.BytesIO(metadata()))
    os.makedirs(sdist_directory, exist_ok=True)
    name = f"{NAME}.tar.gz"
    pathlib.Path(sdist_directory, name).write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))
    return name


if __name__ == "__main__":
    for build in (build_sdist, build_wheel):
        print(os.path.join(sys.argv[1], build(sys.argv[1])))
