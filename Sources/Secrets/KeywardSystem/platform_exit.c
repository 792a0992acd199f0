#define _GNU_SOURCE
#include "platform_exit.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "platform_caller.h"
#include "platform_child.h"
#include "platform_memory.h"
#include "platform_process.h"
#include "platform_restore_internal.h"
#include "platform_signals.h"
#include "platform_wait.h"

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
  platform_signals_hold(&mask);
  if (ending == PLATFORM_ENDING_RESTORES && room == NULL && platform_terminal_is_remembered())
    room = platform_first_region(&count);
  enum platform_end end = platform_terminal_end(ending, room, count);
  if (end == PLATFORM_END_DONE) platform_restore_helper_send(0, -1, -1);
  platform_signals_release(&mask);
  errno = before;
  return end == PLATFORM_END_DONE;
}

int platform_terminal_leave(void *room, size_t count) {
  return end_terminal(PLATFORM_ENDING_RESTORES, room, count);
}

void platform_terminal_forget(void) { end_terminal(PLATFORM_ENDING_FORGETS, NULL, 0); }

void platform_terminal_yield(void) { end_terminal(PLATFORM_ENDING_YIELDS, NULL, 0); }

_Noreturn void platform_die(int number) {
  platform_die_saying(number, NULL, 0);
}

static void report(const char *program, const char *sentence, size_t length) {
  // All signals are blocked now, so nobody could interrupt a blocking write.
  if (platform_wait(STDERR_FILENO, POLLOUT, 0) == 0) return;
  struct iovec pieces[] = {{(char *)program, strlen(program)}, {(char *)sentence, length}};
  if (writev(STDERR_FILENO, pieces, 2) < 0) {
    // Nothing is left to do.
  }
}

static const char *limit_of(int number) {
  return number == SIGXCPU
             ? ": error: the CPU time limit was reached (ulimit -t); the typed text was wiped\n"
             : ": error: the file size limit was reached (ulimit -f); the typed text was wiped\n";
}

_Noreturn void platform_die_saying(int number, const char *sentence, size_t length) {
  // Block all signals, so that a fault in here ends the process by the default action of its
  // signal.
  sigset_t all;
  sigfillset(&all);
  platform_change_mask(SIG_BLOCK, &all, NULL);
  platform_wipe_all();
  platform_signals_wipe_above(__builtin_frame_address(0));
  platform_terminal_leave(NULL, 0);
  platform_restore_helper_dismiss();
  if (length > 0) {
    report("", sentence, length);
  } else if (platform_signals_noted_limit(number)) {
    const char *limit = limit_of(number);
    report(program_invocation_short_name, limit, strlen(limit));
  }
  platform_caller_end();
  platform_signals_end_by(number);
}
