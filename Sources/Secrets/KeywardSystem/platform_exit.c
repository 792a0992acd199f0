#define _GNU_SOURCE
#include "platform_exit.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>

#include "platform_memory.h"
#include "platform_process.h"
#include "platform_restore_internal.h"

/// True if our parent was killed. The shell that started the parent may have adopted our settings,
/// so the helper must restore the terminal.
static bool is_left_to_helper(void) {
  return platform_restore_helper_channel() >= 0 && platform_has_lost_parent();
}

static int end_terminal(enum platform_ending ending, void *room, size_t count) {
  if (is_left_to_helper()) return 0;
  int before = errno;
  // No signal may end the process halfway through. In the background, reading or setting the
  // terminal would otherwise stop the process.
  sigset_t mask;
  platform_hold_signals(&mask);
  if (ending == PLATFORM_ENDING_RESTORES && room == NULL && platform_terminal_is_remembered())
    room = platform_first_region(&count);
  enum platform_end end = platform_terminal_end(ending, room, count);
  if (end == PLATFORM_END_DONE) platform_restore_helper_send(0, -1, -1);
  platform_release_signals(&mask);
  errno = before;
  return end == PLATFORM_END_DONE;
}

int platform_terminal_leave(void *room, size_t count) {
  return end_terminal(PLATFORM_ENDING_RESTORES, room, count);
}

void platform_terminal_forget(void) { end_terminal(PLATFORM_ENDING_FORGETS, NULL, 0); }

void platform_terminal_yield(void) { end_terminal(PLATFORM_ENDING_YIELDS, NULL, 0); }
