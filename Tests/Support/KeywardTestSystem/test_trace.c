#define _GNU_SOURCE
#include "test_trace.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

int test_trace(int process) {
  return ptrace(PTRACE_SEIZE, process, NULL, (void *)PTRACE_O_TRACEEXIT) == 0 ? 0 : errno;
}

int test_trace_step(int process) {
  int status;
  for (;;) {
    int result = waitpid(process, &status, __WALL | WNOHANG);
    if (result == 0) return TEST_TRACE_RUNNING;
    if (result < 0) {
      if (errno == EINTR) continue;
      return TEST_TRACE_GONE;
    }
    if (!WIFSTOPPED(status)) return TEST_TRACE_GONE;
    if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXIT << 8)) return TEST_TRACE_AT_END;
    if (status >> 16 == PTRACE_EVENT_STOP) {
      // Stops by job control stay stops; every other notice goes on.
      int number = WSTOPSIG(status);
      int is_group_stop = number == SIGSTOP || number == SIGTSTP || number == SIGTTIN ||
                          number == SIGTTOU;
      ptrace(is_group_stop ? PTRACE_LISTEN : PTRACE_CONT, process, NULL, NULL);
    } else {
      ptrace(PTRACE_CONT, process, NULL, (void *)(long)WSTOPSIG(status));
    }
  }
}

void test_trace_release(int process) { ptrace(PTRACE_DETACH, process, NULL, NULL); }
