#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "platform_internal.h"
#include "platform_leaving.h"
#include "platform_restore_helper.h"

_Noreturn void platform_die(int number) {
  platform_die_saying(number, NULL, 0);
}

static void say(const char *program, const char *sentence, size_t length) {
  // No signal gets through any more, so nobody could end a write that waits.
  struct pollfd error = {.fd = STDERR_FILENO, .events = POLLOUT};
  if (poll(&error, 1, 0) != 1) return;
  struct iovec pieces[] = {{(char *)program, strlen(program)}, {(char *)sentence, length}};
  if (writev(STDERR_FILENO, pieces, 2) < 0) {
    // Nobody is left to be told.
  }
}

static const char *limit_of(int number) {
  return number == SIGXCPU
             ? ": the limit on processor time was reached (ulimit -t); what was typed was wiped\n"
             : ": the limit on the size of files was reached (ulimit -f); what was typed was wiped\n";
}

_Noreturn void platform_die_saying(int number, const char *sentence, size_t length) {
  // Nothing may interrupt this: a fault in here ends the process by its default.
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  platform_wipe_all();
  platform_signals_wipe_above(__builtin_frame_address(0));
  platform_terminal_leave(NULL, 0);
  platform_restore_helper_dismiss();
  if (length > 0) {
    say("", sentence, length);
  } else if (platform_signals_noted_limit(number)) {
    const char *limit = limit_of(number);
    say(program_invocation_short_name, limit, strlen(limit));
  }
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  _exit(128 + number);
}
