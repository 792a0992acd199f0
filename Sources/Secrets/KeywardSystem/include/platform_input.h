// The kernel's interface to input devices (evdev), consoles and watched descriptors, which the module
// of the C library lacks. Swift imports no macro with parameters, so their values have names here.

#ifndef PLATFORM_INPUT_H
#define PLATFORM_INPUT_H

#include <linux/input.h>
#include <linux/vt.h>
#include <sys/epoll.h>
#include <sys/inotify.h>

enum {
  /// The size of a request's bits in bytes.
  PLATFORM_INPUT_BYTES = KEY_MAX / 8 + 1,
  PLATFORM_INPUT_SLOTS = 16,
};

static const unsigned long PLATFORM_INPUT_VERSION = EVIOCGVERSION;
/// The type of an event is added to it.
static const unsigned long PLATFORM_INPUT_CAPABILITIES = EVIOCGBIT(0, PLATFORM_INPUT_BYTES);
static const unsigned long PLATFORM_INPUT_PROPERTIES = EVIOCGPROP(PLATFORM_INPUT_BYTES);
static const unsigned long PLATFORM_INPUT_KEYS = EVIOCGKEY(PLATFORM_INPUT_BYTES);
static const unsigned long PLATFORM_INPUT_LIGHTS = EVIOCGLED(PLATFORM_INPUT_BYTES);
/// The code of an axis is added to it.
static const unsigned long PLATFORM_INPUT_AXIS = EVIOCGABS(0);
static const unsigned long PLATFORM_INPUT_CONTACTS = EVIOCGMTSLOTS((1 + PLATFORM_INPUT_SLOTS) * 4);
static const unsigned long PLATFORM_INPUT_GRAB = EVIOCGRAB;

#endif
