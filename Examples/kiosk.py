"""A door with a touch screen: a PIN pad or a password field in a window, with the Python package.

usage: kiosk.py [--password] [--speed FACTOR] [--trace] [HASH]
"""

import argparse
import ctypes
import math
import struct
import threading
import time

import keyward_keyboard as keyward

FONT = b"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
# The hash of the PIN 2580; `keyward type --enroll FILE` creates another one.
HASH = ("$argon2id$v=19$m=65536,t=2,p=1$QlHB4se/gu2CAq+jZv1Utw$"
        "Usdb3HU63fpeiaRs9nV0kxI9D6pxA3clMhMve5SPvtY")
GROUND, LIGHT, HELD = (24, 28, 36), (240, 240, 240), (230, 190, 60)
COLORS = {"key": (60, 68, 84), "toolbar": (40, 90, 160), "alternate": (200, 140, 40)}
QUIT, WINDOW, ANSWERED, TOUCH_MOUSE = 0x100, 0x200, 0x8000, 0xFFFFFFFF
MOUSE, FINGER = (0x401, 0x400, 0x402), (0x700, 0x702, 0x701)  # down, moved, up


class Area(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in "xywh"]


class Color(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint8) for name in "rgba"]


class Surface(ctypes.Structure):
    _fields_ = [("skipped", ctypes.c_void_p * 2), ("w", ctypes.c_int), ("h", ctypes.c_int)]


sdl = ctypes.CDLL("libSDL2-2.0.so.0")
ttf = ctypes.CDLL("libSDL2_ttf-2.0.so.0")
pointer = ctypes.c_void_p
ttf.TTF_OpenFont.restype = sdl.SDL_CreateTextureFromSurface.restype = pointer
ttf.TTF_RenderUTF8_Blended.restype = ctypes.POINTER(Surface)
ttf.TTF_RenderUTF8_Blended.argtypes = [pointer, ctypes.c_char_p, Color]
sdl.SDL_GetError.restype = ctypes.c_char_p


class Kiosk:
    def __init__(self, words):
        self.words, self.message, self.quits = words, "Who is there?", False
        self.keyboard = keyward.Keyboard(
            layout=None if words.password else "number", title="PIN", size=(480, 320),
            panel_height=200 if words.password else "fill", on_return=self.on_return,
            clock=lambda: time.monotonic() * words.speed)
        keyward.harden()
        window, renderer = pointer(), pointer()
        made = ctypes.byref(window), ctypes.byref(renderer)
        if (sdl.SDL_Init(0x20) or ttf.TTF_Init() or not (font := ttf.TTF_OpenFont(FONT, 20))
                or sdl.SDL_CreateWindowAndRenderer(480, 320, 0x20, *made)):
            raise SystemExit(sdl.SDL_GetError().decode())
        self.renderer, self.font = renderer, pointer(font)
        sdl.SDL_SetWindowTitle(window, b"Kiosk")

    def fill(self, frame, color):
        sdl.SDL_SetRenderDrawColor(self.renderer, *color, 255)
        sdl.SDL_RenderFillRect(self.renderer, ctypes.byref(Area(*map(int, frame))))

    def write(self, text, frame):
        if not (drawn := ttf.TTF_RenderUTF8_Blended(self.font, text.encode(), Color(*LIGHT, 255))):
            return
        width, height = drawn.contents.w, drawn.contents.h
        scale = min(1, (frame.width - 4) / width, (frame.height - 4) / height)
        width, height = int(width * scale), int(height * scale)
        x, y = (int(middle) for middle in frame.center)
        place = Area(x - width // 2, y - height // 2, width, height)
        sheet = pointer(sdl.SDL_CreateTextureFromSurface(self.renderer, drawn))
        sdl.SDL_RenderCopy(self.renderer, sheet, None, ctypes.byref(place))
        sdl.SDL_DestroyTexture(sheet)
        sdl.SDL_FreeSurface(drawn)

    def size(self):
        width, height = ctypes.c_int(), ctypes.c_int()
        sdl.SDL_GetRendererOutputSize(self.renderer, ctypes.byref(width), ctypes.byref(height))
        return width.value, height.value

    def draw(self):
        width, height = self.size()
        self.fill((0, 0, width, height), GROUND)
        title = keyward.Rect(60, 0, width - 120, height / 2)
        items, count = self.keyboard.items(), self.keyboard.count
        if done := next((item.frame for item in items if item.role == "done"), None):
            title = title._replace(y=done.y, height=done.height)
        self.write(f"{self.message}  {'•' * count}", title)
        for item in items:
            self.fill(item.frame, HELD if item.pressed or item.selected else COLORS[item.kind])
            self.write(item.label, item.frame)
        sdl.SDL_RenderPresent(self.renderer)
        for item in items if self.words.trace else ():
            print(list(COLORS).index(item.kind), item.id, *map(int, item.frame))
        if self.words.trace:
            state = "resting" if self.keyboard.next_frame() == math.inf else "moving"
            print(f"drawn {width}x{height} {state} {count} {self.message}", flush=True)

    def on_return(self, keyboard):
        self.message = "One moment …"
        keyboard.set_enabled(False)
        threading.Thread(target=self.check).start()  # A hash takes a while.
        return False

    def check(self):
        try:
            self.message = "Come in!" if self.keyboard.verify(self.words.hash) else "No, again?"
        except keyward.KeywardError as error:
            self.message = str(error)
        sdl.SDL_PushEvent(struct.pack("<I52x", ANSWERED))

    def handle(self, event):
        kind, which, x, y = struct.unpack_from("<I8xI4xii", event)
        finger, across, down = struct.unpack_from("<qff", event, 16)
        width, height = self.size()
        if kind in MOUSE and which != TOUCH_MOUSE:
            self.touch(MOUSE.index(kind), x, y, 0)
        elif kind in FINGER:
            self.touch(FINGER.index(kind), across * width, down * height, finger % 1000 + 1)
        elif kind == WINDOW:
            self.keyboard.set_screen(width, height)
        elif kind == ANSWERED:
            self.keyboard.set_enabled(True)
            self.keyboard.clear()
        self.quits = self.quits or kind == QUIT

    def touch(self, phase, x, y, touch):
        keyboard = self.keyboard
        (keyboard.press, keyboard.drag, lambda *_: keyboard.release(touch))[phase](x, y, touch)

    def run(self):
        event = ctypes.create_string_buffer(56)
        self.keyboard.show()
        while not self.quits:
            self.draw()
            when, now = self.keyboard.next_frame(), self.keyboard.clock()
            left = (when - now) / self.words.speed
            if sdl.SDL_WaitEventTimeout(
                    event, -1 if left == math.inf else max(0, int(left * 1000) + 1)):
                self.handle(event)
            self.keyboard.advance()
        self.keyboard.close()


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--password", action="store_true", help="letters instead of a PIN")
parser.add_argument("--speed", type=float, default=1, help="of the clock: 0.1 is slow motion")
parser.add_argument("--trace", action="store_true", help="reports each drawn item and its place")
parser.add_argument("hash", nargs="?", default=HASH, help="an Argon2id hash")
Kiosk(parser.parse_args()).run()
