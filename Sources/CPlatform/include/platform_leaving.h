// The way out of the process: what is wiped and restored whatever happened before. Everything that
// runs here may run inside a signal handler, so nothing allocates, locks or calls into Swift.

#ifndef PLATFORM_LEAVING_H
#define PLATFORM_LEAVING_H

#include <stddef.h>
#include <termios.h>

enum {
  /// The most regions that can exist at once.
  PLATFORM_WIPE_SLOTS = 256,
  /// The most bytes sent to a terminal that is left.
  PLATFORM_TERMINAL_BYTES = 512,
};

// Wipe registry

/// Remembers `count` bytes at `start`, in memory of `length` bytes from `page` on, as something to
/// wipe on the way out. The slot, or -1 where all are taken.
int platform_wipe_add(void *page, size_t length, void *start, size_t count);

/// Forgets what stands in `slot`.
void platform_wipe_remove(int slot);

/// Opens and zeroes every remembered region; they stay open.
void platform_wipe_all(void);

/// Zeroes every remembered region, gives its memory back and forgets it: for a library that is
/// unloaded. Nothing may use a region afterwards.
void platform_wipe_and_unmap(void);

/// Forgets every region, as a forked child does, which has none of them.
void platform_wipe_forget(void);

// Terminal

/// What the screen of the remembered terminal shows of ours.
enum platform_screen {
  /// Nothing: there is nothing to end.
  PLATFORM_SCREEN_HIDDEN,
  /// The terminal has taken what begins our screen.
  PLATFORM_SCREEN_SHOWN,
  /// It may have taken it.
  PLATFORM_SCREEN_UNCERTAIN,
};

/// Remembers how the terminal `descriptor` is left: `length` bytes to end the screen, the first
/// `entering` of them only where it is uncertain whether the screen was begun, and the `settings`.
/// Takes the place of what was remembered before. `lock` is the file that is locked while the terminal
/// is ours, -1 for none. 0, or -1 where there are too many bytes.
int platform_terminal_remember(
    int descriptor, int lock, const struct termios *settings, const void *bytes, size_t length,
    size_t entering);

/// Remembers other bytes to end the screen of the terminal, where `descriptor` is the remembered one.
/// 0, or -1 where there are too many bytes.
int platform_terminal_change_end(
    int descriptor, const void *bytes, size_t length, size_t entering);

/// Notes our own `settings` of the terminal `descriptor`, where it is the remembered one.
void platform_terminal_switches(int descriptor, const struct termios *settings);

/// Whether a terminal is remembered.
int platform_terminal_is_remembered(void);

/// Forgets the terminal, whose settings are not ours: ends the screen if it shows ours, and nothing more.
void platform_terminal_forget(void);

/// Notes what the screen shows, where `descriptor` is the remembered terminal; at first nothing.
void platform_terminal_shows(int descriptor, enum platform_screen state);

/// Notes that the terminal `descriptor`, where it is the remembered one, answers something within
/// `milliseconds`: leaving waits until then. A negative descriptor: nothing is to come any more.
void platform_terminal_expects(int descriptor, int milliseconds);

/// Leaves the remembered terminal, once: ends the screen if it shows ours, reads what is still unread
/// into `drain` (locked memory of `room` bytes, open; NULL for the first registered region, already
/// wiped) and zeroes it, and sets the settings. Signals wait until it is done. A terminal that takes
/// nothing delays it by a fifth of a second; its unread output is then thrown away. 1 where there was
/// one, else 0.
int platform_terminal_leave(void *drain, size_t room);

// Both

/// Wipes everything, leaves the terminal, dismisses the watcher, and ends the process by signal
/// `number` so that the parent sees it.
_Noreturn void platform_die(int number);

/// The same, with `length` bytes of `sentence` on standard error before the end.
_Noreturn void platform_die_saying(int number, const char *sentence, size_t length);

#endif
