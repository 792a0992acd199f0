#define _GNU_SOURCE
#include "platform_caller.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform_process.h"
#include "platform_signals.h"

enum {
  /// The time that a program which handles a signal gets to clean up.
  END_MILLISECONDS = 2000,
};

static int caller_descriptor = -1;
static pid_t caller;
static int caller_signals[PLATFORM_CALLER_SIGNALS];

int platform_caller_descriptor(void) { return caller_descriptor; }

static void end_both(int number) {
  platform_caller_end();
  platform_signals_end_by(number);
}

/// True if the signal ends a process by default, and a process may handle it.
static int ends_by_default(int number) {
  switch (number) {
  case SIGKILL: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: return 0;
  case SIGCHLD: case SIGCONT: case SIGURG: case SIGWINCH: return 0;
  default: return 1;
  }
}

void platform_caller_set(
    int descriptor, int process, const int signals[PLATFORM_CALLER_SIGNALS]) {
  caller_descriptor = descriptor;
  caller = process;
  memcpy(caller_signals, signals, sizeof caller_signals);
  for (int number = 1; number <= SIGRTMAX; number++) {
    // The C library keeps the real-time signals below SIGRTMIN for itself.
    int is_reserved = number > SIGSYS && number < SIGRTMIN;
    if (!is_reserved && ends_by_default(number) && !platform_was_ignored(number)) {
      signal(number, end_both);
    }
  }
}

void platform_caller_leave_signals(void) {
  for (int number = 1; number <= SIGRTMAX; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler == end_both) signal(number, SIG_DFL);
  }
}

int platform_caller_leave_to_child(void) {
  if (caller_descriptor < 0) return 0;
  pid_t own = getpid();
  // With SIGCHLD ignored, the status of the child would be lost.
  void (*before)(int) = signal(SIGCHLD, SIG_DFL);
  pid_t child = fork();
  if (child <= 0) {
    signal(SIGCHLD, before);
    if (child == 0 && (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != own)) _exit(1);
    return child;
  }
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (status != 0) platform_caller_end();
  if (WIFSIGNALED(status)) platform_signals_end_by(WTERMSIG(status));
  _exit(WEXITSTATUS(status));
}

static void send_to_caller(int number) {
  // This process is a member of the group, so the group's ID cannot belong to another one.
  if (number == SIGINT && getpgrp() == caller) {
    signal(SIGINT, SIG_IGN);
    kill(0, SIGINT);
  } else {
    syscall(SYS_pidfd_send_signal, caller_descriptor, number, NULL, 0U);
  }
}

void platform_caller_end(void) {
  if (caller_descriptor < 0 || getppid() != caller) return;
  int before = errno;
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  struct pollfd end = {.fd = caller_descriptor, .events = POLLIN};
  for (size_t i = 0; i < PLATFORM_CALLER_SIGNALS && caller_signals[i] != 0; i++) {
    send_to_caller(caller_signals[i]);
    if (poll(&end, 1, END_MILLISECONDS) > 0) break;
  }
  errno = before;
}
