#define _GNU_SOURCE
#include "platform_caller.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform_process.h"
#include "platform_wait.h"

enum {
  /// The time that a program which handles a signal gets to clean up.
  END_MILLISECONDS = 2000,
};

static int caller_descriptor = -1;
static pid_t caller;
static int caller_signals[PLATFORM_CALLER_SIGNALS];

int platform_caller_descriptor(void) { return caller_descriptor; }

int platform_caller_process(void) { return caller; }

static void end_both(int number) {
  platform_caller_end();
  platform_end_by(number);
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

/// Passes the answer from `pipe` on to standard output until the child ends; returns its length.
///
/// The bytes stay in the kernel. If the caller ends first, so does the child.
static size_t pass_on(int pipe, pid_t child) {
  size_t count = 0;
  struct pollfd list[] = {
    {.fd = pipe, .events = POLLIN},
    {.fd = (int)syscall(SYS_pidfd_open, child, 0U), .events = POLLIN},
    {.fd = caller_descriptor, .events = POLLIN},
  };
  for (;;) {
    platform_wait_all(list, 3, PLATFORM_NEVER);
    if (list[2].revents != 0) {
      kill(child, SIGTERM);
      long end = platform_milliseconds_now() + END_MILLISECONDS;
      if (!(platform_wait(list[1].fd, POLLIN, end) & POLLIN)) kill(child, SIGKILL);
      return count;
    }
    if (list[0].revents != 0) {
      ssize_t passed = splice(pipe, NULL, STDOUT_FILENO, NULL, PIPE_BUF, 0);
      if (passed > 0) count += (size_t)passed;
      if (passed > 0 || (passed < 0 && errno == EINTR)) continue;
      list[0].fd = -1;
    }
    if (list[1].fd < 0 ? list[0].fd < 0 : list[1].revents != 0) return count;
  }
}

int platform_caller_leave_to_child(int needs_answer) {
  if (caller == 0) return 0;
  pid_t own = getpid();
  struct stat output;
  int answer[2] = {-1, -1};
  int is_pipe = fstat(STDOUT_FILENO, &output) == 0 && S_ISFIFO(output.st_mode);
  if (is_pipe && pipe2(answer, O_CLOEXEC) != 0) return -1;
  // With SIGCHLD ignored, the status of the child would be lost.
  void (*before)(int) = signal(SIGCHLD, SIG_DFL);
  pid_t child = fork();
  if (child <= 0) {
    signal(SIGCHLD, before);
    if (child == 0 && (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != own)) _exit(1);
    if (child == 0 && is_pipe && dup2(answer[1], STDOUT_FILENO) < 0) _exit(1);
    close(answer[0]);
    close(answer[1]);
    return child;
  }
  close(answer[1]);
  size_t count = pass_on(answer[0], child);
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (status == 0 && is_pipe && needs_answer && count == 0) status = 1 << 8;
  if (status != 0) platform_caller_end();
  if (WIFSIGNALED(status)) platform_end_by(WTERMSIG(status));
  _exit(WEXITSTATUS(status));
}

static void send_to_caller(int number) {
  // This process is a member of the group, so the group's ID cannot belong to another one.
  if (number == SIGINT && getpgrp() == caller) {
    signal(SIGINT, SIG_IGN);
    if (kill(0, SIGINT) == 0) return;
  }
  int end = caller_descriptor;
  if (end >= 0 && syscall(SYS_pidfd_send_signal, end, number, NULL, 0U) == 0) return;
  // Old kernels and some containers refuse signals by descriptor. While the caller is the parent,
  // its number belongs to no other process.
  if (getppid() == caller) kill(caller, number);
}

/// Waits until the caller has ended, for at most END_MILLISECONDS; returns 1 if it has.
static int caller_ends(void) {
  long end = platform_milliseconds_now() + END_MILLISECONDS;
  if (caller_descriptor >= 0) return platform_wait(caller_descriptor, POLLIN, end) != 0;
  while (getppid() == caller) {
    long now = platform_milliseconds_now();
    if (now >= end) return 0;
    platform_wait(-1, 0, now + 10);
  }
  return 1;
}

void platform_caller_end_of_orphan(void) {
  for (size_t i = 0; i < PLATFORM_CALLER_SIGNALS && caller_signals[i] != 0; i++) {
    if (syscall(SYS_pidfd_send_signal, caller_descriptor, caller_signals[i], NULL, 0U) != 0) break;
    if (caller_ends()) break;
  }
}

void platform_caller_end(void) {
  if (caller == 0 || getppid() != caller) return;
  int before = errno;
  sigset_t all;
  sigfillset(&all);
  platform_change_mask(SIG_BLOCK, &all, NULL);
  for (size_t i = 0; i < PLATFORM_CALLER_SIGNALS && caller_signals[i] != 0; i++) {
    if (getppid() != caller) break;
    send_to_caller(caller_signals[i]);
    if (caller_ends()) break;
  }
  errno = before;
}
