#include <signal.h>
#include <unistd.h>

#include "platform_internal.h"
#include "platform_leaving.h"
#include "platform_restore_helper.h"

_Noreturn void platform_die(int number) {
  platform_die_saying(number, NULL, 0);
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
  if (length > 0 && write(STDERR_FILENO, sentence, length) < 0) {
    // Nobody is left to be told.
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
