// Input devices of the kernel (evdev): what they have, who else reads them, and the console on which
// they count. Swift imports none of the requests.

#ifndef PLATFORM_INPUT_H
#define PLATFORM_INPUT_H

#include <stdint.h>

enum {
  /// The size of an event as it is read.
  PLATFORM_INPUT_EVENT_SIZE = 24,
  /// The place of its type in it; code and value follow.
  PLATFORM_INPUT_EVENT_TYPE = 16,
};

/// An axis: its range and its value now.
struct platform_input_axis {
  int32_t least;
  int32_t greatest;
  int32_t value;
};

/// True if an open file is an input device.
int platform_is_input(int device);

/// True if a device can report a code of a type: EV_KEY, EV_ABS and so on.
int platform_input_has(int device, unsigned type, unsigned code);

/// True if a device has a property, INPUT_PROP_DIRECT for instance.
int platform_input_has_property(int device, unsigned property);

/// An axis of a device; 0 to 0 if there is none.
struct platform_input_axis platform_input_axis(int device, unsigned axis);

enum { PLATFORM_INPUT_SLOTS = 16 };

/// The value of an axis of one of the first contacts of a touch screen; 0 if there is none.
int32_t platform_input_contact(int device, unsigned axis, unsigned slot);

/// True if a key of a device is down now; -1 for any of its keys but buttons.
int platform_input_is_down(int device, int key);

/// True if a light of a keyboard is on.
int platform_input_is_lit(int device, unsigned light);

/// Switches a light of a keyboard; one that is not open for writing keeps its light.
void platform_input_light(int device, unsigned light, int is_on);

/// Takes a device for this process alone, or shares it again. Returns 0, or -1 with `errno`.
int platform_input_grab(int device, int is_grabbed);

/// Opens a descriptor that becomes readable when one of the watched ones is; -1 with `errno`.
int platform_input_waiter(void);

/// The ways to watch a descriptor.
enum platform_input_watch {
  PLATFORM_WATCH_INPUT,
  /// A pipe, which may hold a part of an event for a long time: only new bytes count.
  PLATFORM_WATCH_NEW,
  /// A file of the kernel's that announces changes.
  PLATFORM_WATCH_NOTICE,
};

/// Watches a descriptor, -1 with `errno` if it cannot be.
int platform_input_watch(int waiter, int descriptor, enum platform_input_watch how);

/// Ends the watch of an open descriptor.
void platform_input_unwatch(int waiter, int descriptor);

/// Finds a watched descriptor with something to read or to learn; -1 for none.
int platform_input_next(int waiter);

/// Opens a descriptor that becomes readable when files in a folder come, go or change their rights;
/// -1 with `errno`.
int platform_input_watch_folder(const char *_Nonnull folder);

/// Shows another console. Returns 0, or -1 with `errno`.
int platform_show_console(int terminal, int number);

#endif
