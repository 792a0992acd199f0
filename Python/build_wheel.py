"""Makes a wheel of the Python package, with the shared library in it.

pip calls it through pyproject.toml, and `make python` does too; it needs only the standard library.
"""

from __future__ import annotations

import base64
import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARY = ROOT / ".build" / "release" / "libkeyward.so.0"


def version() -> str:
    """Reads the version in pyproject.toml."""
    found = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.M)
    if not found:
        raise SystemExit("pyproject.toml has no version.")
    return found[1]


def contents() -> dict[str, bytes]:
    """Returns the files of the wheel by their names, without their list."""
    if not LIBRARY.exists():
        subprocess.run(["make", "--no-print-directory", "library"], cwd=ROOT, check=True)
    package = ROOT / "Python" / "keyward"
    files = {f"keyward/{path.name}": path.read_bytes() for path in sorted(package.iterdir())
             if path.suffix in (".py", ".typed")}
    files["keyward/libkeyward.so.0"] = LIBRARY.read_bytes()
    info = f"keyward-{version()}.dist-info"
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: keyward\nVersion: {version()}\n"
        "Summary: A keyboard on any screen, what is typed in locked memory\n"
        "Requires-Python: >=3.9\n").encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: keyward\nRoot-Is-Purelib: false\nTag: {tag()}\n").encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    return files


def tag() -> str:
    """Returns the tag of its systems: any Python 3 on Linux of this architecture."""
    return f"py3-none-linux_{platform.machine()}"


def build_wheel(wheel_directory: str, config_settings: object = None,
                metadata_directory: object = None) -> str:
    """Writes the wheel into a folder and returns its name; equal files give equal wheels."""
    name = f"keyward-{version()}-{tag()}.whl"
    files = contents()
    record = f"keyward-{version()}.dist-info/RECORD"
    lines = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(data)}\n")
    files[record] = "".join(lines + [f"{record},,\n"]).encode()
    os.makedirs(wheel_directory, exist_ok=True)
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


if __name__ == "__main__":
    print(os.path.join(sys.argv[1], build_wheel(sys.argv[1])))
