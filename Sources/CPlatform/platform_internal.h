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

/// The bytes of the first registered region, opened; NULL if there is none.
void *platform_first_region(size_t *count);

/// Calls `body` with the memory of each registered region.
void platform_each_region(void (*body)(void *page, size_t length, void *context), void *context);

enum { PLATFORM_MOST_SPARE = 4 };

/// Memory that a child has but does not need.
struct platform_spare {
  size_t count;
  struct platform_part {
    void *start;
    size_t length;
  } parts[PLATFORM_MOST_SPARE];
};

/// Withholds memory from children forked from here on, or stops doing so. They keep code, tables,
/// variables that begin with a value, the C library's own, `size` bytes from `own` on, and the
/// shared facts about the terminal. Memory for the child to discard goes into `spare`.
void platform_memory_withhold(
    bool withheld, const void *own, size_t size, struct platform_spare *spare);

/// In the child: resets the variables of the program to their values in its file, so that nobody
/// pays for writes of its parent. Then only constants and plain C work, without the linker.
void platform_memory_discard(const struct platform_spare *spare);

/// A clock that never jumps, in milliseconds.
long platform_milliseconds_now(void);

// The facts about the terminal

struct terminal {
  int descriptor;
  /// The file that is locked while the terminal is ours; -1 for none.
  int lock;
  /// The number of this entry; each new one gets another, from 1.
  unsigned number;
  struct termios settings;
  /// Our own settings, if they may be in force.
  int is_switched;
  struct termios switched;
  size_t entering;
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

/// Shared with the watcher, so that it has our latest facts.
extern struct platform_state *platform_state;

/// The terminal at a place; NULL for none.
static inline struct terminal *platform_terminal_at(int place) {
  return place < 1 || place > PLATFORM_PLACES ? NULL : &platform_state->terminals[place - 1];
}

/// Moves the facts to memory that a child shares; returns 0, or -1 with `errno`.
int platform_terminal_share(void);

// The watcher

/// Tells the watcher of the remembered terminal, if both exist.
void platform_terminal_tell_watcher(void);

/// In the watcher, after the end of the watched process: leaves the terminal of this number, now
/// open as `descriptor`, as that process would have, if it was not left yet and its settings are
/// still ours. The shared facts are not trusted: an attacker in that process could write anything
/// there.
void platform_terminal_leave_orphan(unsigned number, int descriptor, void *room, size_t count);

/// In the stand-in, after the end of the process it stands in for, whose files it has: leaves the
/// terminal that was not left yet.
void platform_terminal_leave_behind(void *room, size_t count);

/// Hands the terminal of this number and its lock to the watcher, if there is one; number 0 makes
/// it let go of the last.
void platform_watcher_tell(unsigned number, int descriptor, int lock);

/// The descriptor of the line to the watcher; -1 if there is none.
int platform_watcher_line(void);

/// In the watcher: allows only the calls for leaving a terminal.
int platform_filter_watcher(void);

// The stand-in

/// Moves a child into the group of the stand-in, if there is one, so that killing our group does
/// not kill it.
void platform_stand_in_lead(int process);

/// Ends the stand-in, if there is one, and waits for that.
void platform_stand_in_dismiss(void);

#endif
