"""Makes the calls of Tests/Library/hostile-calls.txt; prints “well” at its end.

usage: hostile.py FILE
"""

import math
import pathlib
import sys

import keyward_keyboard as keyward

TEXTS = {
    "empty": "", "unknown": "unknown", "long": "1" * 100_000, "full": "1" * 4080, "overfull": "1" * 4081,
    "invalid": "\ud800", "nul": "1\0" "1", "escape": "\x1b", "accent": "é", "missing": None,
}
# The arguments that make sense, by function.
SENSIBLE = {
    "set_screen": {"width": 480, "height": 300}, "set_title": {"title": "PIN"},
    "press": {"x": 9, "y": 9}, "drag": {"x": 9, "y": 9}, "insert": {"text": "3"},
    "select": {"start": 0, "end": 2},
}


def value(word, argument):
    if word in TEXTS:
        text = TEXTS[word]
        return text.encode(errors="surrogatepass") if argument == "sealed" and text is not None else text
    number = float(word)
    is_whole = argument in ("max_length", "touch", "place", "start", "end", "fd") and "e" not in word
    return int(word) if is_whole and math.isfinite(number) else number


def create(**changes):
    options = {"layout": "number", "size": (480, 320), "panel_height": "fill"}
    width, height = options["size"]
    options["size"] = (changes.pop("width", width), changes.pop("height", height))
    if "layout_file" in changes:
        del options["layout"]
    return keyward.Keyboard(**options | changes), options["size"]


def describe(pad):
    """Returns all that a refused call must not change."""
    return pad.count, pad.caret, pad.items()


def works(pad, width, height, least=10):
    """Returns whether the keyboard can be shown on its screen, and a key can be pressed."""
    pad.advance(100)
    pad.show(100)
    pad.advance(200)
    items = pad.items()
    for frame in (item.frame for item in items):
        if not (frame.x >= -0.01 and frame.y >= -0.01 and frame.width > 0 and frame.height > 0
                and frame.x + frame.width <= width + 0.01 and frame.y + frame.height <= height + 0.01):
            return False
    pad.press(*items[0].frame.center, now=201)
    pad.release(now=201.1)
    return len(items) >= least


def refused(error, argument, is_creating=False):
    """Returns the result of a call with an error, which has the name of the argument."""
    name = "size" if is_creating and argument in ("width", "height") else argument
    kinds = (TypeError, keyward.InvalidArgument)
    is_good = name in str(error) and (isinstance(error, kinds) or argument in ("sealed", "fd"))
    return "refused" if is_good else f"refused with “{error!r}”"


def found(function, argument, given):
    """Makes a call and returns its result."""
    if function == "create":
        try:
            pad, size = create(**{argument: given})
        except (ValueError, TypeError, keyward.KeywardError) as error:
            return refused(error, argument, is_creating=True)
        with pad:
            # A pad has only the keys that allow accepts.
            least = 2 if argument == "allow" else 10
            return "accepted" if works(pad, *size, least) else "a keyboard that does not work"
    pad, size = create()
    with pad:
        pad.insert("12", 0)
        pad.show(0)
        pad.advance(2)
        before = describe(pad)
        has_time = function not in ("move_caret", "select", "verify", "open", "write")
        arguments = SENSIBLE.get(function, {}) | ({"now": 3} if has_time else {}) | {argument: given}
        try:
            result = getattr(pad, function)(**arguments)
            word = "refused" if result is False else "accepted"
        except (ValueError, TypeError, keyward.KeywardError) as error:
            word = refused(error, argument)
        if word == "refused" and describe(pad) != before:
            return "refused, with a change"
        if word == "accepted" and function == "set_screen":
            size = (arguments["width"], arguments["height"])
        return word if works(pad, *size) else "a keyboard that does not work"


cases = failures = 0
for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
    if line.startswith("#") or not line:
        continue
    languages, name, expected, *words = line.split()
    if languages != "all" and "python" not in languages.split(","):
        continue
    function, argument = name.split(".")
    for word in words:
        cases += 1
        result = found(function, argument, value(word, argument))
        if result != expected:
            failures += 1
            print(f"{name} {word}: {result}, not {expected}", file=sys.stderr)
assert cases > 288 and failures == 0
print("well")
