// The facts about the terminal, shared by the process and its restore helper.

#ifndef PLATFORM_RESTORE_INTERNAL_H
#define PLATFORM_RESTORE_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "platform_restore.h"

/// A clock that never jumps, in milliseconds.
long platform_milliseconds_now(void);

enum { PLATFORM_OWN_SETTINGS = 2 };

struct terminal {
  int descriptor;
  /// The file that is locked while the terminal is ours; -1 for none.
  int lock;
  /// The number of this entry; each new one gets another, from 1.
  unsigned number;
  struct termios settings;
  /// Our own settings that may be in force: the newest, whose place is -1 for none, and those before.
  struct termios ours[PLATFORM_OWN_SETTINGS];
  atomic_int newest;
  size_t entering;
  size_t erasing;
  /// The bytes at the end that are sent also without a screen.
  size_t lasting;
  size_t length;
  unsigned char bytes[PLATFORM_TERMINAL_BYTES];
};

enum { PLATFORM_PLACES = 2 };

/// All facts for the exit. Places of terminals count from 1; 0 is none.
struct platform_state {
  /// Two, so that a handler never sees one half written: the new one is filled, then made current.
  struct terminal terminals[PLATFORM_PLACES];
  atomic_int current;
  /// The one being left now, and the thread that leaves it; 0 for none.
  atomic_int exiting;
  atomic_int leaving_thread;
  atomic_int screen;
  /// The time until which an answer may come, in milliseconds; 0 for none.
  atomic_long answer_end;
};

/// Shared with the restore helper, so that it has our latest facts.
extern struct platform_state *platform_state;

/// The terminal at a place; NULL for none.
static inline struct terminal *platform_terminal_at(int place) {
  return place < 1 || place > PLATFORM_PLACES ? NULL : &platform_state->terminals[place - 1];
}

/// Moves the facts to memory that a child shares; returns 0, or -1 with `errno`.
int platform_terminal_share(void);

// For the exit

/// Remembers a terminal as `platform_terminal_remember` does. Returns its number if it was not remembered
/// already, 0 if it was, or -1 if there are too many bytes.
int platform_terminal_note(
    int descriptor, int lock, const struct termios *settings, struct platform_screen_end end);

/// Ends the screen of the current terminal if it is shown. If it `restores`, it also reads the input into
/// `room`, open memory of `count` bytes, zeroes it, and restores the settings. Returns 0 if there is no
/// terminal, or another thread leaves it.
int platform_terminal_end(bool restores, void *room, size_t count);

// For the helper, in its process

/// The result of restoring the terminal of a process that has ended.
enum platform_orphan {
  /// It was left already, or never changed.
  PLATFORM_ORPHAN_LEFT,
  PLATFORM_ORPHAN_RESTORED,
  /// It had settings of others by then, which stay.
  PLATFORM_ORPHAN_CHANGED,
};

/// The settings of a terminal, seen after the end of the process that changed them.
enum platform_settings {
  /// Ours, or made from them for a command by a shell that keeps the settings it finds when a job ends.
  PLATFORM_SETTINGS_OURS,
  /// Those of a line editor that has made them from ours.
  PLATFORM_SETTINGS_OURS_EDITED,
  /// Those of one that hides ours: its shell may put ours back at the end of the line.
  PLATFORM_SETTINGS_EDITED,
  PLATFORM_SETTINGS_OF_OTHERS,
};

/// In the helper, after the end of the other process: ends the screen of the terminal of this number, now
/// open as `descriptor`, and restores its settings if they are still exactly ours. The shared facts are not
/// trusted: an attacker in that process could write anything there.
enum platform_orphan platform_terminal_leave_orphan(
    unsigned number, int descriptor, void *room, size_t count);

/// In the helper, after that: returns the settings in force now.
enum platform_settings platform_terminal_settings_now(void);

/// In the helper: restores the settings of before if ours are in force, and nothing else.
void platform_terminal_restore_ours(void);

// For the process that has a helper

/// Hands the terminal of this number and its lock to the helper, once that is ready, if there is one;
/// number 0 makes it release the last.
void platform_restore_helper_tell(unsigned number, int descriptor, int lock);

#endif
