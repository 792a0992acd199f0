"""The keyboard."""

from __future__ import annotations

import collections
import ctypes
import math
import time
import weakref
from types import TracebackType
from typing import Callable, Iterator, List, NamedTuple, Optional, Tuple, Type, Union

from . import _arguments as given
from . import _library as c
from ._errors import InvalidArgument, KeywardError
from ._secret import Secret

KINDS = ("key", "toolbar", "alternate")
ROLES = (
    "input", "shift", "altgr", "delete", "return", "space", "panel-letters", "panel-symbols",
    "panel-numbers", "page-symbols", "page-digits", "width-half", "width-full", "next-keyboard",
    "done", "panel-id-card",
)
EVENTS = (
    "will-show", "did-show", "will-hide", "did-hide", "will-change-frame", "did-change-frame",
    "orientation", "panel", "layout", "shift", "altgr", "text",
)


class Rect(NamedTuple):
    """A rectangle in screen coordinates, in points; y grows downwards."""

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> Tuple[float, float]:
        """The center, in the coordinates of `press`."""
        return (self.x + self.width / 2, self.y + self.height / 2)


class Item(NamedTuple):
    """An item to draw: a key, an item of the toolbar, or an alternate in a pop-up.

    `kind` is key, toolbar or alternate. `role` is input, shift, altgr, delete, return, space,
    panel-letters, panel-symbols, panel-numbers, panel-id-card, page-symbols, page-digits, width-half,
    width-full, next-keyboard, done or other. `id` is the character or word of a key in a row ("q",
    "{dead_acute}"), its position on a form ("AC05") or its role ("shift", the second "shift-2"), "Done",
    or the number of an alternate. The lower half of a tall return key, "return-2", has an empty label.
    """

    kind: str
    role: str
    id: str
    label: str
    frame: Rect
    pressed: bool
    selected: bool
    symbol: str
    accessibility_label: str


class Event(NamedTuple):
    """An event, past or upcoming; it contains no character of the text.

    `name` is will-show, did-show, will-hide, did-hide, will-change-frame, did-change-frame, orientation
    (`value`: 0 portrait, 1 landscape), panel (0 letters, 1 numbers, 2 ID card, 3 symbols), layout, shift,
    altgr (0 off, 1 once, 2 locked) or text (the number of characters).
    """

    name: str
    transition: int
    value: int
    begin: Rect
    end: Rect
    duration: float
    curve: int
    local: bool
    finished: bool


def _rect(rect: c.CRect) -> Rect:
    return Rect(rect.x, rect.y, rect.width, rect.height)


def _name(names: Tuple[str, ...], number: int) -> str:
    return names[number] if number < len(names) else "other"


class Keyboard:
    """A keyboard that types into locked memory.

    `layout` is one of `layouts()`, or two such as "de,ru". `size` is the size of the screen in points,
    `panel_height` a number of points or "fill"; the other options are those of `kw_options`. A wrong type
    raises `TypeError`, and a wrong value `InvalidArgument`, which is also a `ValueError`. `on_event` is called with each `Event`; without it, `events()`
    returns them. `on_return` is called with the keyboard when Done or the return key is pressed; pads have
    a return key too. If it returns false, the keyboard stays; otherwise it is hidden.
    """

    _handle: Optional[int] = None

    def __init__(
        self, *, layout: Optional[str] = None, layout_file: Optional[str] = None,
        title: Optional[str] = None, panel: Optional[str] = None, allow: Optional[str] = None,
        shuffle: Optional[str] = None, size: Tuple[float, float] = (0, 0), max_length: int = 0,
        panel_height: Union[float, str, None] = None, return_type: Optional[str] = None,
        metrics: Optional[str] = None, direction: Optional[str] = None, expect: Optional[str] = None,
        language: Optional[str] = None, accepts_newline: bool = False,
        on_event: Optional[Callable[[Event], None]] = None,
        on_return: Optional[Callable[["Keyboard"], bool]] = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        width, height = given.size(size)
        if isinstance(panel_height, str) and panel_height != "fill":
            raise InvalidArgument(f'panel_height must be a number of points or "fill", not {panel_height!r}')
        options = c.COptions(
            ctypes.sizeof(c.COptions), given.option(layout, "layout"), given.option(layout_file, "layout_file"),
            given.option(title, "title"), given.option(panel, "panel"), given.option(allow, "allow"),
            given.option(shuffle, "shuffle"), width, height,
            given.number(max_length, "max_length", 0, 2**32 - 1),
            -1.0 if panel_height == "fill" else given.real(panel_height or 0, "panel_height"))
        code = ctypes.c_int()
        options.code = ctypes.pointer(code)
        options.return_type = given.option(return_type, "return_type")
        options.metrics = given.option(metrics, "metrics")
        options.direction = given.option(direction, "direction")
        options.expect = given.option(expect, "expect")
        options.language = given.option(language, "language")
        options.accepts_newline = bool(accepts_newline)
        error = ctypes.create_string_buffer(1024)
        self._handle = c.lib.kw_create(options, error, len(error))
        if not self._handle:
            # These two options are one argument here.
            text = error.value.decode().replace("width and height:", "size:")
            raise c.error(text, code.value)
        self.on_event = on_event
        self.on_return = on_return
        self.clock = clock
        self._events: "collections.deque[Event]" = collections.deque(maxlen=10_000)
        self._raised: Optional[BaseException] = None
        weak = weakref.ref(self)  # A strong reference would keep the typed text.

        def take(_: object, event: "ctypes._Pointer[c.CEvent]") -> None:
            if (keyboard := weak()) is not None:
                keyboard._take(event.contents)

        def decide(_: object, __: object) -> int:
            keyboard = weak()
            return 1 if keyboard is None else keyboard._decide()

        self._event_handler = c.EventHandler(take)
        self._return_handler = c.ReturnHandler(decide)
        self._do(c.lib.kw_on_event(self._handle, self._event_handler, None))
        self._do(c.lib.kw_on_return(self._handle, self._return_handler, None))

    def __enter__(self) -> "Keyboard":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def __reduce__(self) -> str:
        raise TypeError("a keyboard cannot be copied or pickled: the typed text must not have copies")

    def close(self) -> None:
        """Wipes the text and frees everything; a second call does nothing."""
        handle, self._handle = self._handle, None
        if handle:
            c.lib.kw_destroy(handle)

    # On the screen

    def show(self, now: Optional[float] = None) -> None:
        """Shows the keyboard."""
        self._do(c.lib.kw_show(self._handle, self._time(now)))

    def hide(self, now: Optional[float] = None) -> None:
        """Hides the keyboard and keeps the text."""
        self._do(c.lib.kw_hide(self._handle, self._time(now)))

    def set_screen(self, width: float, height: float, now: Optional[float] = None) -> None:
        """Sets the size of the screen, which also determines its orientation."""
        self._do(c.lib.kw_set_screen(
            self._handle, given.side(width, "width"), given.side(height, "height"), self._time(now)))

    def set_title(self, title: Optional[str], now: Optional[float] = None) -> None:
        """Sets the title in the toolbar; None or an empty title removes the toolbar."""
        self._do(c.lib.kw_set_title(self._handle, given.option(title, "title"), self._time(now)))

    def set_enabled(self, enabled: bool) -> None:
        """Enables or disables input, for example after failed attempts."""
        self._do(c.lib.kw_set_enabled(self._handle, bool(enabled)))

    def set_captured(self, captured: bool) -> None:
        """While the screen is recorded or shown elsewhere, pressed keys look like all others."""
        self._do(c.lib.kw_set_captured(self._handle, bool(captured)))

    def set_safe_area(self, top: float = 0, left: float = 0, bottom: float = 0, right: float = 0,
                      now: Optional[float] = None) -> None:
        """Sets the insets of a notch or a system bar, which the keys avoid."""
        insets = [given.finite(inset, name) for inset, name in (
            (top, "top"), (left, "left"), (bottom, "bottom"), (right, "right"))]
        self._do(c.lib.kw_set_safe_area(self._handle, *insets, self._time(now)))

    def reshuffle(self) -> None:
        """Shuffles the keys again, once no key is held."""
        self._do(c.lib.kw_reshuffle(self._handle))

    def insert(self, text: str, now: Optional[float] = None) -> bool:
        """Types all of the text or nothing; returns False if it was rejected.

        Several characters at once count as pasted, for `next_layout`.
        Python cannot wipe a `str`: use this for input from a hardware keyboard, not for stored secrets.
        """
        return self._takes(c.lib.kw_insert(self._handle, given.text(text, "text"), self._time(now)))

    def delete(self, now: Optional[float] = None) -> bool:
        """Deletes the character before the caret, if there is one; false if the keyboard is locked."""
        return self._takes(c.lib.kw_delete(self._handle, self._time(now)))

    @property
    def caret(self) -> int:
        """The number of characters before the caret, which is at the end until it is moved."""
        return self._number(c.lib.kw_caret(self._handle))

    def move_caret(self, place: int) -> None:
        """Moves the caret, so that characters are typed and deleted there."""
        self._do(c.lib.kw_move_caret(self._handle, given.number(place, "place", 0, 2**31)))

    def select(self, start: int, end: int) -> None:
        """Selects the characters from `start` to before `end`, which the next typed ones replace."""
        self._do(c.lib.kw_select(
            self._handle, given.number(start, "start", 0, 2**31), given.number(end, "end", 0, 2**31)))

    def next_layout(self, now: Optional[float] = None) -> bool:
        """Shows the next layout and types the keys of the text again in it.

        Going on to the first layout restores the text. Pasted characters stay as they are, and so do
        several of one `insert`. Returns False, and changes nothing, if there is no other layout, if none
        types a text that is accepted, or if the keyboard is disabled.
        """
        return self._takes(c.lib.kw_next_layout(self._handle, self._time(now)))

    def press(self, x: float, y: float, touch: int = 0, now: Optional[float] = None) -> bool:
        """Presses at a point; returns False if the input was rejected, True even if no key was hit.

        `touch` is the number of the finger or pointer, for several at once.
        """
        return self._takes(c.lib.kw_press(
            self._handle, given.finite(x, "x"), given.finite(y, "y"), given.number(touch, "touch"), self._time(now)))

    def drag(self, x: float, y: float, touch: int = 0, now: Optional[float] = None) -> None:
        """Moves a pressed finger to a point."""
        self._do(c.lib.kw_drag(
            self._handle, given.finite(x, "x"), given.finite(y, "y"), given.number(touch, "touch"), self._time(now)))

    def release(self, touch: int = 0, now: Optional[float] = None) -> bool:
        """Lifts a finger, which types the key; returns False if the input was rejected."""
        return self._takes(c.lib.kw_release(self._handle, given.number(touch, "touch"), self._time(now)))

    def cancel(self, touch: int = 0, now: Optional[float] = None) -> None:
        """Cancels a press; nothing is typed."""
        self._do(c.lib.kw_cancel(self._handle, given.number(touch, "touch"), self._time(now)))

    def advance(self, now: Optional[float] = None) -> None:
        """Advances the clock, for animations and held keys."""
        self._do(c.lib.kw_advance(self._handle, self._time(now)))

    def next_frame(self, now: Optional[float] = None) -> float:
        """Returns the time to call `advance` and to draw again; `math.inf` for not before the next touch."""
        next = float(c.lib.kw_next_frame(self._handle, self._time(now)))
        if math.isnan(next):
            self._do(c.HANDLE)
        return next

    @property
    def background(self) -> Rect:
        """The current frame of the background; all 0 while the keyboard is hidden."""
        return self._frame(c.lib.kw_background_frame)

    @property
    def title_frame(self) -> Rect:
        """The current frame of the title; all 0 without a toolbar."""
        return self._frame(c.lib.kw_title_frame)

    def _frame(self, function: Callable[..., int]) -> Rect:
        rect = c.CRect()
        self._do(function(self._handle, rect))
        return _rect(rect)

    def items(self) -> List[Item]:
        """Returns all items that can be pressed, from back to front, to be drawn on the background."""
        room = (c.CItem * 128)()
        while True:
            room[0].size = ctypes.sizeof(c.CItem)
            count = self._number(c.lib.kw_items(self._handle, room, len(room)))
            if count <= len(room):
                break
            room = (c.CItem * count)()
        return [
            Item(_name(KINDS, item.kind), _name(ROLES, item.role), item.id.decode(),
                 item.label.decode(), _rect(item.frame), bool(item.state & 1), bool(item.state & 2),
                 item.symbol.decode(), item.accessibility_label.decode())
            for item in room[:count]
        ]

    def events(self) -> Iterator[Event]:
        """Yields the events since the last call, oldest first."""
        while self._events:
            yield self._events.popleft()

    # The text

    @property
    def count(self) -> int:
        """The length of the text in characters."""
        return self._number(c.lib.kw_count(self._handle))

    @property
    def faulty_group(self) -> int:
        """The first complete group of a text with `expect` that fails its check, from 1; 0 for none."""
        return self._do(c.lib.kw_faulty_group(self._handle))

    def secret(self) -> Secret:
        """Returns the text for a `with` block, as a memoryview in locked memory."""
        return Secret(lambda address, size, _: self._do(c.lib.kw_read(self._handle, address, size)))

    def write(self, fd: int) -> None:
        """Writes the text to a descriptor, without a newline."""
        self._do(c.lib.kw_write(self._handle, given.number(fd, "fd")))

    def hash(self) -> str:
        """Returns an Argon2id hash of the text; takes 0.1 s or more, while other threads continue.

        Raises `KeywardError` if there is no text.
        """
        room = ctypes.create_string_buffer(256)
        self._do(c.lib.kw_hash(self._handle, room, len(room)))
        return room.value.decode()

    def verify(self, encoded: str) -> bool:
        """Checks the text against a hash; takes 0.1 s or more, while other threads continue."""
        return self._do(c.lib.kw_verify(self._handle, given.text(encoded, "encoded"))) == 1

    def seal(self) -> bytes:
        """Encrypts the text under a key of this process and wipes it."""
        room = ctypes.create_string_buffer(self._do(c.lib.kw_seal(self._handle, None, 0)))
        count = self._do(c.lib.kw_seal(self._handle, room, len(room)))
        return room.raw[:count]

    def open(self, sealed: bytes) -> None:
        """Decrypts a sealed text, which replaces the current text."""
        try:
            sealed = bytes(memoryview(sealed))
        except TypeError:
            raise TypeError(f"sealed must be bytes, not {type(sealed).__name__}") from None
        self._do(c.lib.kw_open(self._handle, sealed, len(sealed)))

    def clear(self) -> None:
        """Wipes the text."""
        self._do(c.lib.kw_clear(self._handle))

    # Private

    def _time(self, now: Optional[float]) -> float:
        seconds = given.real(self.clock() if now is None else now, "now")
        if not abs(seconds) <= 4e9:
            raise InvalidArgument(f"now must be seconds from -4e9 to 4e9, not {seconds}")
        return seconds

    def _do(self, code: int) -> int:
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised
        if code == c.HANDLE:
            raise KeywardError(
                "this keyboard is closed, or belongs to the parent process: create another", code)
        return c.check(code)

    def _number(self, number: int) -> int:
        """Returns a number, which is also 0 for an invalid handle."""
        if number == 0:
            self._do(c.lib.kw_faulty_group(self._handle))
        return number

    def _takes(self, code: int) -> bool:
        return self._do(0 if code == c.REFUSED else code) == 0 and code == 0

    def _take(self, event: c.CEvent) -> None:
        flags = event.flags
        event = Event(
            _name(EVENTS, event.name), event.transition, event.value, _rect(event.begin),
            _rect(event.end), event.duration, event.curve, bool(flags & 1), bool(flags & 2))
        if self.on_event is None:
            self._events.append(event)
            return
        try:
            self.on_event(event)
        except BaseException as error:  # Raised by the call that triggered the handler.
            self._raised = error

    def _decide(self) -> int:
        if self.on_return is None:
            return 1
        try:
            return int(bool(self.on_return(self)))
        except BaseException as error:
            self._raised = error
            return 0
