"""Makes the wheel and the source archive of the Python package, and compares; prints “well” at its end.

   usage: archives.py FOLDER LIBRARY
"""

import pathlib
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[4]
folder, library = (pathlib.Path(word) for word in sys.argv[1:])
LICENCES = {path.name for path in (ROOT / "LICENSES").glob("*.txt")}


def build(root, target):
    """Runs the builder of a tree; returns the source archive and the wheel."""
    done = subprocess.run([sys.executable, root / "Python/build_wheel.py", target], check=True,
                          capture_output=True, text=True)
    return [pathlib.Path(line) for line in done.stdout.splitlines()]


source, wheel = build(ROOT, folder / "clone")
with tarfile.open(source) as archive:
    archive.extractall(folder)
    names = {name.split("/", 1)[1] for name in archive.getnames()}
unpacked = folder / source.name.removesuffix(".tar.gz")
assert {"PKG-INFO", "pyproject.toml", "Package.swift", "Makefile", "LICENSE"} <= names
assert {f"LICENSES/{name}" for name in LICENCES} <= names
place = unpacked / ".build/release"
place.mkdir(parents=True)
# The linker gives the library another identity in another folder.
built = bytearray(library.read_bytes())
built[built.index(b"GNU\0") + 4] ^= 1
(place / library.name).write_bytes(built)
again, same = build(unpacked, folder / "again")
assert same.name == wheel.name and same.read_bytes() == wheel.read_bytes()
assert again.read_bytes() == source.read_bytes()

with zipfile.ZipFile(wheel) as archive:
    info = wheel.name.split("-py3")[0] + ".dist-info"
    metadata = archive.read(f"{info}/METADATA").decode()
    for name in LICENCES:
        assert f"License-File: LICENSES/{name}\n" in metadata
        assert archive.read(f"{info}/licenses/LICENSES/{name}") == (ROOT / "LICENSES" / name).read_bytes()
print("well")
