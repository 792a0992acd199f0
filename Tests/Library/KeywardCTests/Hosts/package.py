"""Uses the Python package like a program; prints “well” at its end.

With a layout file as its argument it instead holds the bytes sent to it, like holding.c.
"""

import copy
import ctypes
import gc
import importlib.metadata
import math
import os
import pathlib
import pickle
import sys
import threading
import weakref

import keyward_keyboard as keyward
from keyward_keyboard import _keyboard as keyboard_module


def tap(keyboard, name, now):
    item = next(item for item in keyboard.items() if name in (item.id, item.label))
    keyboard.press(*item.frame.center, now=now)
    return keyboard.release(now=now + 0.05)


def hold(layout):
    keyboard = keyward.Keyboard(layout_file=layout)
    keyboard.show(0)
    keyboard.advance(1)
    now, is_closed = 1, False
    while byte := os.read(0, 1):
        if byte == b"\t":
            with keyboard.secret() as view:
                assert len(view) == keyboard.count
        elif byte == b"\n":
            print(0 if is_closed else keyboard.count, flush=True)
        elif byte == b"\x7f":
            keyboard.clear()
        elif byte == b"\x01":
            keyboard.close()
            is_closed = True
        else:
            now += 1
            if byte.isupper():
                tap(keyboard, "shift", now)
            tap(keyboard, byte.decode().lower(), now + 0.5)
    print("well")


def locked_kilobytes(address):
    """Returns the locked kilobytes of the mapping at an address."""
    inside = False
    for line in open("/proc/self/smaps"):
        if "-" in line.split(" ")[0] and ":" not in line.split(" ")[0]:
            start, end = (int(part, 16) for part in line.split(" ")[0].split("-"))
            inside = start <= address < end
        elif inside and line.startswith("Locked:"):
            return int(line.split()[1])
    return 0


def raises(body, text, kind=keyward.KeywardError):
    try:
        body()
    except kind as error:
        assert text in str(error), str(error)
    else:
        raise AssertionError(f"nothing was raised for {text}")


def typing():
    with keyward.Keyboard(layout="number", title="PIN", size=(480, 320), max_length=4,
                          panel_height="fill") as pad:
        pad.show(0)
        assert pad.next_frame(0) < math.inf
        pad.advance(1)
        assert pad.next_frame(1) == math.inf and pad.count == 0
        items = {item.id: item for item in pad.items()}
        assert items["1"].role == "input" and items["Done"].kind == "toolbar"
        assert all(item.frame.height >= 44 for item in items.values() if item.kind == "key")
        assert all(tap(pad, digit, 2 + int(digit)) for digit in "1234")
        assert not tap(pad, "5", 9) and pad.count == 4
        assert [event.name for event in pad.events()][-4:] == ["text"] * 4
        assert list(pad.events()) == []
        with pad.secret() as view:
            address = ctypes.addressof(ctypes.c_char.from_buffer(view.obj))
            assert locked_kilobytes(address) > 0, "the view does not lie in locked memory"
            assert bytes(view) == b"1234" and view.readonly
            part = view[1:3]
        assert bytes(part) == b"\0\0"
        secret = pad.secret()
        with secret as view:
            pass
        raises(lambda: view[0], "released", ValueError)
        raises(lambda: secret.__enter__(), "wiped")
        encoded = pad.hash()
        result = []
        thread = threading.Thread(target=lambda: result.append(pad.verify(encoded)))
        thread.start()
        assert pad.items()
        thread.join()
        assert result == [True]
        sealed = pad.seal()
        assert pad.count == 0 and not pad.verify(encoded)
        raises(pad.hash, "no text to hash")
        pad.open(sealed)
        assert pad.count == 4 and pad.verify(encoded)
        raises(lambda: pad.open(sealed[:-1]), "sealed")
        raises(lambda: pad.verify("x"), "Argon2id")
        raises(lambda: pad.set_screen(-1, 5), "width must be from 1", ValueError)
        raises(lambda: pad.set_screen(400, math.nan), "height must be from 1", ValueError)
        raises(lambda: pad.set_screen(1280, 60), "leave no room")
        raises(lambda: pad.set_safe_area(left=-1), "left must be at least 0", ValueError)
        raises(lambda: pad.set_safe_area(top=math.inf), "top must be a finite number", ValueError)
        with pad.secret() as view:
            assert keyward.verify(view, encoded) and not keyward.verify(view[:3], encoded)
            assert not keyward.verify(view[:0], encoded)
            raises(lambda: keyward.verify(view, "x"), "Argon2id")
            raises(lambda: keyward.verify("1234", encoded), "memoryview, not str", TypeError)
        secret = pad.secret()
        assert secret.verify(encoded) and secret.verify(secret.hash())
        secret.close()
        raises(lambda: secret.verify(encoded), "wiped")
        raises(secret.hash, "wiped")
        pad.set_enabled(False)
        pad.clear()
    for body in (pad.show, pad.items, lambda: pad.count, lambda: pad.caret):
        raises(body, "closed")


def embedding():
    with keyward.Keyboard(layout="ru", title="PIN", return_type="go", shuffle="all") as pad:
        pad.show(0)
        pad.advance(1)
        assert any(item.role == "next-keyboard" for item in pad.items())
        assert pad.insert("qé", 1) and pad.count == 2 and pad.delete(1) and pad.count == 1
        assert pad.background.height > 0 and pad.title_frame.width > 0
        pad.set_safe_area(left=30, right=30, now=2)
        pad.advance(3)
        assert all(item.frame.x >= 30 for item in pad.items() if item.kind == "key")
        pad.reshuffle()
        assert pad.next_layout(1) and pad.count == 1
    with keyward.Keyboard(layout="de") as alone:
        assert not alone.next_layout(1)
    assert "latin-qwerty" in keyward.layouts() and len(keyward.layouts()) > 50
    for names, kind in ((keyboard_module.EVENTS, keyward.Event),
                        (keyboard_module.ROLES + keyboard_module.KINDS, keyward.Item)):
        assert all(name in kind.__doc__ for name in names), kind
    with keyward.Keyboard(language="fr", accepts_newline=True) as note:
        note.show(0)
        note.advance(1)
        assert note.insert("un\ndeux", 1) and note.caret == 7
        note.move_caret(2)
        assert note.delete(1) and note.caret == 1 and note.count == 6
        note.select(0, 6)
        assert note.insert("x", 1) and note.count == 1
        raises(lambda: note.select(2, 1), "start must not be after end", ValueError)
        raises(lambda: note.move_caret(-1), "place must be from 0", ValueError)
        items = {item.id: item for item in note.items()}
        assert items["delete"].label == "effacer" and items["delete"].symbol == "⌫"
        assert items["panel-symbols"].accessibility_label == "symboles"
    try:
        keyward.Keyboard(size=(20, 20))
    except keyward.KeywardError as error:
        assert error.code == -11
    raises(lambda: keyward.Keyboard(direction="up"), "ltr")


def calling_back():
    seen = []
    pad = keyward.Keyboard(layout="number", on_event=seen.append, on_return=lambda pad: pad.count > 1)
    pad.show(0)
    pad.advance(1)
    assert [event.name for event in seen][:2] == ["will-change-frame", "will-show"]
    assert seen[0].end.width == 480 and seen[0].duration == 0.25 and seen[0].local
    tap(pad, "1", 2)
    tap(pad, "return", 3)
    assert pad.items()
    tap(pad, "1", 4)
    tap(pad, "return", 5)
    pad.advance(9)
    assert not pad.items()

    def fail(_):
        raise KeyError("mine")

    pad.on_event = fail
    raises(lambda: pad.show(10), "mine", KeyError)
    probe = weakref.ref(pad)
    del pad
    gc.collect()
    assert probe() is None


def asking():
    folder = pathlib.Path(sys.prefix)
    for status, text in [(0, "sesame\n"), (130, ""), (124, ""), (1, "")]:
        program = folder / f"answer{status}"
        program.write_text(f"#!/bin/sh\nprintf %s '{text}'\nexit {status}\n")
        program.chmod(0o755)
    with keyward.ask("Who?", program=str(folder / "answer0")) as view:
        assert bytes(view) == b"sesame"
    raises(lambda: keyward.ask(program=str(folder / "answer130")), "cancelled", keyward.Cancelled)
    raises(lambda: keyward.ask(program=str(folder / "answer124")), "in time", keyward.TimedOut)
    raises(lambda: keyward.ask(program=str(folder / "answer1")), "status 1")


def refusing():
    raises(lambda: keyward.Keyboard(layout="qwerti"), "latin-qwerty")
    raises(lambda: keyward.Keyboard(size=(20, 20)), "no room")
    raises(lambda: keyward.Keyboard(title="PIN\0"), "NUL", ValueError)
    raises(lambda: keyward.Keyboard(layout=5), "layout must be a str, not int", TypeError)
    raises(lambda: keyward.Keyboard(max_length=2**32 + 4), "max_length", ValueError)
    raises(lambda: keyward.Keyboard(max_length=1.5), "max_length must be an int, not float", TypeError)
    raises(lambda: keyward.Keyboard(size=(480,)), "size must be a width and a height", ValueError)
    raises(lambda: keyward.Keyboard(size=480), "size must be a width and a height", TypeError)
    raises(lambda: keyward.Keyboard(size="12"), "size must be a width and a height", TypeError)
    raises(lambda: keyward.Keyboard(size=("1", 2)), "size[0] must be a number", TypeError)
    raises(lambda: keyward.Keyboard(size=(20, 20)), "size: ", keyward.InvalidArgument)
    raises(lambda: keyward.Keyboard(panel_height="full"), "panel_height must be", ValueError)
    raises(lambda: keyward.Keyboard(size=(1280, 60)), "no room")
    raises(lambda: keyward.Keyboard(size=(math.inf, 60)), "size[0] must be from 1")
    raises(lambda: keyward.Keyboard(panel_height=math.inf), "panel_height cannot be inf")
    raises(lambda: keyward.Keyboard(panel_height=30), "panel_height cannot be 30")
    ignored = []
    sys.unraisablehook = ignored.append
    raises(lambda: keyward.Keyboard(colour=1), "colour", TypeError)
    gc.collect()
    sys.unraisablehook = sys.__unraisablehook__
    assert not ignored, ignored
    with keyward.Keyboard() as pad:
        raises(lambda: pad.press(1, 1, 2**32), "touch must be from", ValueError)
        raises(lambda: pad.release(2**32), "touch must be from", ValueError)
        raises(lambda: pad.write(2**32 + 1), "fd must be from", ValueError)
        raises(lambda: pad.set_title("a\0b"), "NUL", ValueError)
        raises(lambda: pad.verify("$argon2id$\0"), "NUL", ValueError)
        raises(lambda: pad.verify(None), "encoded must be a str, not NoneType", TypeError)
        raises(lambda: pad.insert(None), "text must be a str, not NoneType", TypeError)
        raises(lambda: pad.press("1", 1), "x must be a number, not str", TypeError)
        raises(lambda: pad.press(math.inf, 1), "x must be a finite number", ValueError)
        raises(lambda: pad.set_safe_area(top="1"), "must be a number, not str", TypeError)
        raises(lambda: pad.open("sealed"), "sealed must be bytes, not str", TypeError)
        raises(lambda: pad.advance("1"), "now must be a number, not str", TypeError)
        for now in (float("nan"), float("inf"), 1.7e12):
            raises(lambda: pad.next_frame(now), "now must be seconds", ValueError)
        for copied in (pad, pad.secret()):
            for copier in (copy.copy, copy.deepcopy, pickle.dumps):
                raises(lambda: copier(copied), "cannot be copied or pickled", TypeError)
    folder = pathlib.Path(keyward.__file__).parent
    assert (folder / "py.typed").exists()
    assert keyward.__version__ == keyward.version() == importlib.metadata.version("keyward-keyboard")


def expecting():
    with keyward.Keyboard(expect="bip39") as keyboard:
        keyboard.show(0)
        keyboard.insert("aban qqq ", now=1)
        assert keyboard.faulty_group == 2
        with keyboard.secret() as view:
            assert bytes(view) == b"abandon qqq "
    raises(lambda: keyward.Keyboard(expect="bip38"), "bip39")
    raises(lambda: keyward.ask(expect=5, program="/bin/false"), "expect must be a str", TypeError)
    raises(lambda: keyward.ask(options="--form inline"), "options must be a sequence", TypeError)
    raises(lambda: keyward.ask(options=["--form", 5]), "options[1] must be a str, not int", TypeError)
    raises(lambda: keyward.ask("a\0"), "prompt contains a NUL", ValueError)


if len(sys.argv) > 1:
    hold(sys.argv[1])
else:
    typing()
    embedding()
    calling_back()
    asking()
    expecting()
    refusing()
    print("well")
