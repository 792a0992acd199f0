// The state of the terminal, shared by the process and its restore helper.

#ifndef PLATFORM_RESTORE_INTERNAL_H
#define PLATFORM_RESTORE_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "platform_restore.h"

enum { PLATFORM_OWN_SETTINGS = 2 };

struct terminal {
  int descriptor;
  int lock;
  /// The serial number of the terminal, counted from 1.
  unsigned number;
  struct termios settings;
  /// The newest settings that we recorded, and the ones before them; either may be in force.
  struct termios ours[PLATFORM_OWN_SETTINGS];
  atomic_int newest;
  size_t entering;
  size_t erasing;
  /// The length of the last part of the bytes, which is sent even if no screen is shown.
  size_t lasting;
  size_t length;
  unsigned char bytes[PLATFORM_TERMINAL_BYTES];
};

enum { PLATFORM_PLACES = 2 };

/// All data for the exit.
///
/// `current` and `exiting` are positions in `terminals`, counted from 1; 0 means none.
struct platform_state {
  /// A new entry is filled, then made current, so that a handler never sees a half-written one.
  struct terminal terminals[PLATFORM_PLACES];
  atomic_int current;
  /// The position of the terminal that the thread `leaving_thread` is restoring.
  atomic_int exiting;
  atomic_int leaving_thread;
  atomic_int screen;
  /// The time until which the terminal's reply may arrive, on the clock of
  /// `platform_milliseconds_now`; 0 for none.
  atomic_long answer_end;
};

/// The state, which is shared with the restore helper once the helper is started.
extern struct platform_state *platform_state;

static inline struct terminal *platform_terminal_at(int place) {
  return place < 1 || place > PLATFORM_PLACES ? NULL : &platform_state->terminals[place - 1];
}

int platform_terminal_share(void);

// For the exit

/// Does the work of `platform_terminal_remember`. Returns the number of a new terminal, 0 if it was
/// remembered already, or -1 if there are too many bytes.
int platform_terminal_note(
    int descriptor, int lock, const struct termios *settings, struct platform_screen_end end);

enum platform_ending {
  /// Leaves our screen only.
  PLATFORM_ENDING_FORGETS,
  /// Also reads pending input into the accessible memory `room`, zeroes it, and restores the
  /// settings. If another program has taken the terminal, yields instead.
  PLATFORM_ENDING_RESTORES,
  /// Restores the settings at once, and only if ours are in force.
  PLATFORM_ENDING_YIELDS,
};

enum platform_end {
  /// There was no terminal, or another thread is restoring it.
  PLATFORM_END_NONE,
  PLATFORM_END_DONE,
  /// The terminal belongs to others, so the helper must watch for a shell that reapplies our
  /// settings, as after a kill.
  PLATFORM_END_LEFT_TO_HELPER,
};

/// Leaves our screen if it is shown, and forgets the terminal.
enum platform_end platform_terminal_end(enum platform_ending ending, void *room, size_t count);

// For the helper, in its process

enum platform_orphan {
  /// Our screen had been left already, or the terminal had never been changed.
  PLATFORM_ORPHAN_LEFT,
  PLATFORM_ORPHAN_RESTORED,
  /// Another program had changed the settings; they were kept.
  PLATFORM_ORPHAN_CHANGED,
};

/// The settings in force after the end of the process that changed them.
enum platform_settings {
  /// Our settings, or settings that a shell derived from ours for its next command.
  PLATFORM_SETTINGS_OURS,
  PLATFORM_SETTINGS_OURS_EDITED,
  /// A line editor's own settings; when the editor ends, its shell may reapply ours.
  PLATFORM_SETTINGS_EDITED,
  PLATFORM_SETTINGS_OF_OTHERS,
};

/// Leaves our screen on terminal `number`, which is open as `descriptor`, and restores the
/// terminal's settings if ours are still in force. The shared state is not trusted, since an
/// attacker in the dead process could have written anything there.
enum platform_orphan platform_terminal_leave_orphan(
    unsigned number, int descriptor, void *room, size_t count);

/// Returns the kind of settings in force now; call it after `platform_terminal_leave_orphan`.
enum platform_settings platform_terminal_settings_now(void);

/// Restores the original settings if ours are in force. Call it after
/// `platform_terminal_leave_orphan`.
void platform_terminal_restore_ours(void);

// For the process that has a helper

/// Passes a terminal and its lock to the helper, if there is one, once the helper is ready. If
/// `number` is 0, the helper closes the terminal that it received last. Returns false if there is no
/// helper, or it does not get the message.
bool platform_restore_helper_send(unsigned number, int descriptor, int lock);

#endif
