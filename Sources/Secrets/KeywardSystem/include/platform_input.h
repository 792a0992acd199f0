// Input devices of the kernel (evdev): their capabilities, exclusive use of them, and the console
// they belong to. Swift imports none of the ioctl requests.

#ifndef PLATFORM_INPUT_H
#define PLATFORM_INPUT_H

#include <stdint.h>

enum {
  PLATFORM_INPUT_EVENT_SIZE = 24,
  /// The offset of an event's type; its code and value follow.
  PLATFORM_INPUT_EVENT_TYPE = 16,
};

struct platform_input_axis {
  int32_t least;
  int32_t greatest;
  int32_t value;
};

int platform_is_input(int device);

int platform_input_has(int device, unsigned type, unsigned code);

int platform_input_has_property(int device, unsigned property);

struct platform_input_axis platform_input_axis(int device, unsigned axis);

enum { PLATFORM_INPUT_SLOTS = 16 };

/// The value of an axis for the contact in a slot of a touch screen; 0 if there is none.
int32_t platform_input_contact(int device, unsigned axis, unsigned slot);

/// Returns 1 if `key` is held down, else 0; a `key` of -1 means any key of a keyboard, but no
/// button.
int platform_input_is_down(int device, int key);

int platform_input_is_lit(int device, unsigned light);

void platform_input_light(int device, unsigned light, int is_on);

int platform_input_grab(int device, int is_grabbed);

/// Opens an epoll descriptor to which `platform_input_watch` adds descriptors; -1 with `errno`.
int platform_input_waiter(void);

enum platform_input_watch {
  PLATFORM_WATCH_INPUT,
  /// Reports the descriptor only when new bytes arrive.
  ///
  /// A pipe may hold a part of an event for a long time, which would otherwise be reported again at
  /// every wait.
  PLATFORM_WATCH_NEW,
  /// Reports a kernel pseudo-file, for example in `/sys`, when its content changes.
  PLATFORM_WATCH_NOTICE,
};

int platform_input_watch(int waiter, int descriptor, enum platform_input_watch how);

void platform_input_unwatch(int waiter, int descriptor);

int platform_input_next(int waiter);

/// Opens a descriptor that becomes readable when a file in a folder is created or its attributes
/// change; -1 with `errno`.
int platform_input_watch_folder(const char *_Nonnull folder);

int platform_show_console(int terminal, int number);

#endif
