#define _GNU_SOURCE
#include "platform_process.h"

#include <stddef.h>
#include <sys/mman.h>

int platform_lock_as_used(const void *start, size_t length) {
  return mlock2(start, length, MLOCK_ONFAULT);
}

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
