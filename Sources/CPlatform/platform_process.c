#include "platform_process.h"

#include <stddef.h>

static int reset(int number) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigemptyset(&action.sa_mask);
  return sigaction(number, &action, NULL);
}

int platform_reset_crash_signals(void) {
  static const int numbers[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGQUIT};
  int result = 0;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    if (reset(numbers[i]) != 0) result = -1;
  }
  return result;
}

void platform_give_back_signals(const sigset_t *mask) {
  for (int number = 1; number < NSIG; number++) reset(number);
  sigprocmask(SIG_SETMASK, mask, NULL);
}
