"""An on-screen keyboard that types into locked memory.

    import keyward_keyboard as keyward

    with keyward.Keyboard(layout="number", size=(480, 320), panel_height="fill") as pad:
        pad.show()
        for item in pad.items():
            draw(item.label, item.frame)
        pad.press(x, y)
        pad.release()
        if pad.verify(stored_hash):
            open_the_door()
        with pad.secret() as view:          # a memoryview in locked memory, wiped afterwards
            socket.sendall(view)

    with keyward.ask("Passphrase") as view:  # the same from a prompt on the terminal
        ...

Times are in seconds. If `now` is omitted, the keyboard's clock is read, by default `time.monotonic`.
"""

from ._ask import Cancelled, TimedOut, ask
from ._errors import InvalidArgument, KeywardError
from ._keyboard import Event, Item, Keyboard, Rect
from ._library import harden, layouts, verify, version
from ._secret import Secret

__version__ = version()

__all__ = [
    "Cancelled", "Event", "InvalidArgument", "Item", "Keyboard", "KeywardError", "Rect", "Secret",
    "TimedOut", "ask", "__version__", "harden", "layouts", "verify", "version",
]
