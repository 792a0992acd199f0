#!/usr/bin/env python3
"""A virtual display, for pictures and for tests of kiosks."""

import os
import subprocess
import sys


class VirtualDisplay:
    """Xvfb with a screen of a size such as 900x900, which ends with the `with` block."""

    def __init__(self, size):
        self.size = size

    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{self.size}x24", "-nolisten", "tcp",
             "-noreset"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with open(read) as answer:
            number = answer.readline().strip()
        if not number:
            sys.exit("Xvfb did not start; is it installed?")
        self.name = f":{number}"
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()
