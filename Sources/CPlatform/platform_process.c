#define _GNU_SOURCE
#include "platform_process.h"

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Newer than some C libraries this is built with.
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

/// Closes all descriptors that `/proc` lists, but one; false without `/proc`.
static bool close_listed_but(int kept) {
  DIR *list = opendir("/proc/self/fd");
  if (list == NULL) return false;
  for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
    int number = atoi(entry->d_name);
    bool is_number = entry->d_name[0] != '.';
    if (is_number && number != kept && number != dirfd(list)) close(number);
  }
  closedir(list);
  return true;
}

void platform_close_all_but(int kept) {
  bool is_done = syscall(SYS_close_range, (unsigned)kept + 1, ~0U, 0U) == 0 &&
                 (kept == 0 || syscall(SYS_close_range, 0U, (unsigned)kept - 1, 0U) == 0);
  if (is_done || close_listed_but(kept)) return;
  enum { MOST = 65536 };
  struct rlimit limit = {.rlim_cur = MOST};
  getrlimit(RLIMIT_NOFILE, &limit);
  int end = limit.rlim_cur < MOST ? (int)limit.rlim_cur : MOST;
  for (int number = 0; number < end; number++) {
    if (number != kept) close(number);
  }
}

enum { FIRST_REAL_TIME = 32 };

/// Bit N for signal N: those that the parent ignored. Every other one has its default after
/// `execve`.
static uint32_t ignored;

static bool is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Runs before Swift's runtime, other constructors or a host change anything.
__attribute__((constructor(101))) static void note_ignored(void) {
  for (int number = 1; number < FIRST_REAL_TIME; number++) {
    if (is_ignored(number)) ignored |= UINT32_C(1) << number;
  }
}

int platform_was_ignored(int number) {
  if (number <= 0 || number >= NSIG) return false;
  // Nobody here changes whether one of the others is ignored.
  return number < FIRST_REAL_TIME ? ignored >> number & 1 : is_ignored(number);
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
    // An ignored one prints nothing, and ignoring QUIT is also somebody's wish to go on.
    if (numbers[i] == SIGQUIT && platform_was_ignored(SIGQUIT)) continue;
    if (reset(numbers[i]) != 0) result = -1;
  }
  return result;
}

void platform_give_back_signals(const sigset_t *mask) {
  for (int number = 1; number < NSIG; number++) {
    if (platform_was_ignored(number)) {
      signal(number, SIG_IGN);
    } else {
      reset(number);
    }
  }
  sigprocmask(SIG_SETMASK, mask, NULL);
}
