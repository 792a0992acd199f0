// The declarations shared by the files of this target.

#ifndef PLATFORM_INTERNAL_H
#define PLATFORM_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "platform_leaving.h"

/// Zeroes memory with writes that no compiler may leave out.
void platform_zero(void *start, size_t count);

/// Wipes what signals have left on their own stack. A handler that never returns gives its frame, and
/// keeps what is below it.
void platform_signals_wipe_above(void *frame);

/// Tells whether this process was sent `number` because of a limit on its resources.
bool platform_signals_noted_limit(int number);

/// The bytes of the first registered region, opened; NULL if there is none.
void *platform_first_region(size_t *count);

/// A clock that never jumps, in milliseconds.
long platform_milliseconds_now(void);

// The facts about the terminal

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

/// All facts for leaving. Places of terminals count from 1; 0 is none.
struct platform_state {
  /// Two, so that a handler never sees one half written: the new one is filled, then made current.
  struct terminal terminals[PLATFORM_PLACES];
  atomic_int current;
  /// The one being left now, and the thread that leaves it; 0 for none.
  atomic_int leaving;
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

// The restore helper

/// Tells whether the process is dead that stood for us.
bool platform_has_lost_parent(void);

/// The result of leaving the terminal of a process that has ended.
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

/// Hands the terminal of this number and its lock to the helper, once that is ready, if there is one;
/// number 0 makes it let go of the last.
void platform_restore_helper_tell(unsigned number, int descriptor, int lock);

/// The descriptor of the line to the helper; -1 if there is none.
int platform_restore_helper_line(void);

/// In the helper: allows only the calls for leaving a terminal.
int platform_filter_restore_helper(void);

#endif
