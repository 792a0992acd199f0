// Restoring a terminal, whatever happened before, by this process or by its helper. An exit may run inside
// a signal handler: it never allocates, locks or calls into Swift.

#ifndef PLATFORM_RESTORE_H
#define PLATFORM_RESTORE_H

#include <stddef.h>
#include <termios.h>

enum {
  /// The most bytes sent when a terminal is left.
  PLATFORM_TERMINAL_BYTES = 1024,
  /// The end-of-file character of all our settings. Other programs that derive settings from ours keep
  /// it, so it shows whose settings they are.
  PLATFORM_MARK = 0xff,
};

/// The part of our screen on the remembered terminal.
enum platform_screen {
  /// None: there is nothing to end.
  PLATFORM_SCREEN_HIDDEN,
  /// The terminal has taken the beginning of our screen.
  PLATFORM_SCREEN_SHOWN,
  /// The terminal may have taken it.
  PLATFORM_SCREEN_UNCERTAIN,
};

/// The bytes that end a screen.
struct platform_screen_end {
  const void *bytes;
  size_t length;
  /// The number of bytes at the beginning for the case that the screen's beginning is uncertain.
  size_t entering;
  /// The number of bytes after them that erase rows at the cursor.
  size_t erasing;
};

/// Remembers other bytes that end the screen, if `descriptor` is the remembered terminal. Returns
/// 0, or -1 if there are too many bytes.
int platform_terminal_change_end(int descriptor, struct platform_screen_end end);

/// Remembers other bytes to send after the end of the screen, also if none is shown, if `descriptor` is the
/// remembered terminal; at first there are none. Returns 0, or -1 if there are too many.
int platform_terminal_change_lasting(int descriptor, const void *bytes, size_t length);

/// Notes our own `settings`, if `descriptor` is the remembered terminal.
void platform_terminal_switches(int descriptor, const struct termios *settings);

/// True if a terminal is remembered.
int platform_terminal_is_remembered(void);

/// Notes the state of our screen, if `descriptor` is the remembered terminal; at first it is
/// hidden.
void platform_terminal_shows(int descriptor, enum platform_screen state);

/// Notes that `descriptor`, if it is the remembered terminal, will answer within `milliseconds`:
/// the exit waits until then. A negative descriptor means that no answer will come any more.
void platform_terminal_expects(int descriptor, int milliseconds);

// The restore helper: a child that waits for the end of this process, and restores the terminal if the
// process was killed before it could. It has its own session, and none of our files but the terminal and
// its lock.

/// Starts the helper, unless there is one. Returns 0, or -1 with `errno`.
///
/// The helper is a copy of this process, so call this while there is no secret and no registered
/// region, before the terminal is changed, and without other threads.
int platform_restore_helper_start(void);

/// Returns whether there is a helper that is ready, and waits for that for 2 seconds at most. A helper
/// that does not become ready is dismissed.
int platform_restore_helper_is_ready(void);

/// Ends the helper and waits for that for 50 milliseconds at most. Call it after the terminal was
/// left. It may run inside a signal handler.
void platform_restore_helper_dismiss(void);

/// The descriptor of the channel to the helper; -1 if there is none.
int platform_restore_helper_channel(void);

#endif
