// The state of the terminal, shared by the process and its restore helper.

#ifndef PLATFORM_RESTORE_INTERNAL_H
#define PLATFORM_RESTORE_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "platform_restore.h"

/// Milliseconds of a monotonic clock.
long platform_milliseconds_now(void);

enum { PLATFORM_OWN_SETTINGS = 2 };

struct terminal {
  int descriptor;
  /// The file that is locked while we use the terminal; -1 for none.
  int lock;
  /// The number of this entry, from 1; each new entry gets a new number.
  unsigned number;
  struct termios settings;
  /// Our own settings that may be in force: the newest and the previous ones. `newest` is the index
  /// of the newest, -1 for none.
  struct termios ours[PLATFORM_OWN_SETTINGS];
  atomic_int newest;
  size_t entering;
  size_t erasing;
  /// The length of the last part, which is sent even if no screen is shown.
  size_t lasting;
  size_t length;
  unsigned char bytes[PLATFORM_TERMINAL_BYTES];
};

enum { PLATFORM_PLACES = 2 };

/// All data for the exit. Slots of terminals are numbered from 1; 0 means none.
struct platform_state {
  /// More than one entry, so that a handler never sees a half-written one: a new entry is filled,
  /// then made current.
  struct terminal terminals[PLATFORM_PLACES];
  atomic_int current;
  /// The place of the terminal being left now, 0 for none; `leaving_thread` is the thread that
  /// leaves it.
  atomic_int exiting;
  atomic_int leaving_thread;
  atomic_int screen;
  /// The time until which an answer may arrive, in milliseconds of the monotonic clock; 0 for none.
  atomic_long answer_end;
};

/// The state for the exit, shared with the restore helper once the helper is started.
extern struct platform_state *platform_state;

static inline struct terminal *platform_terminal_at(int place) {
  return place < 1 || place > PLATFORM_PLACES ? NULL : &platform_state->terminals[place - 1];
}

/// Moves the state to memory that a child shares. Returns 0, or -1 with `errno`.
int platform_terminal_share(void);

// For the exit

/// Remembers a terminal as `platform_terminal_remember` does. Returns its number if it is a new one, 0
/// if it was remembered already, or -1 if there are too many bytes.
int platform_terminal_note(
    int descriptor, int lock, const struct termios *settings, struct platform_screen_end end);

/// Leaves our screen on the current terminal if it is shown. If `restores` is true, it also reads
/// pending input into `room`, accessible memory of `count` bytes, zeroes it, and restores the settings.
/// Returns 0 if there is no terminal or another thread is restoring it.
int platform_terminal_end(bool restores, void *room, size_t count);

// For the helper, in its process

/// The result of restoring the terminal of a process that has ended.
enum platform_orphan {
  /// The terminal was left already, or never changed.
  PLATFORM_ORPHAN_LEFT,
  PLATFORM_ORPHAN_RESTORED,
  /// The terminal had another program's settings by then, which were kept.
  PLATFORM_ORPHAN_CHANGED,
};

/// The settings of a terminal after the end of the process that changed them.
enum platform_settings {
  /// Our settings, or settings derived from them: some shells adopt the settings they find when a job
  /// ends, and derive those of the next command from them.
  PLATFORM_SETTINGS_OURS,
  /// A line editor's settings derived from ours.
  PLATFORM_SETTINGS_OURS_EDITED,
  /// Settings that a line editor uses in place of ours for now: its shell may reapply ours after the
  /// line.
  PLATFORM_SETTINGS_EDITED,
  PLATFORM_SETTINGS_OF_OTHERS,
};

/// Called in the helper after the other process has ended. Leaves our screen on the terminal with this
/// number, now open as `descriptor`, and restores its settings if ours are still in force. The shared
/// state is not trusted: an attacker in that process could write anything there.
enum platform_orphan platform_terminal_leave_orphan(
    unsigned number, int descriptor, void *room, size_t count);

/// Called in the helper after `platform_terminal_leave_orphan`: returns the kind of settings now in
/// force.
enum platform_settings platform_terminal_settings_now(void);

/// Called in the helper: restores the original settings if ours are in force.
void platform_terminal_restore_ours(void);

// For the process that has a helper

/// Passes the terminal with this number and its lock to the helper, if there is one, and waits
/// until the helper is ready. Number 0 makes the helper close the last terminal.
void platform_restore_helper_send(unsigned number, int descriptor, int lock);

#endif
