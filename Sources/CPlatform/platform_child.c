#define _GNU_SOURCE
#include "platform_child.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "platform_process.h"
#include "platform_signals.h"

static const struct timespec at_once = {0, 0};

int platform_start_child(void) {
  sigset_t mask;
  platform_signals_hold(&mask);
  // Where it is ignored the kernel takes a child away before it is waited for.
  signal(SIGCHLD, SIG_DFL);
  pid_t parent = getpid();
  pid_t child = fork();
  if (child != 0) {
    int code = errno;
    if (child < 0) platform_signals_release(&mask);
    errno = code;
    return child;
  }
  // One that is never ignored where TERM is.
  prctl(PR_SET_PDEATHSIG, (unsigned long)(platform_was_ignored(SIGTERM) ? SIGABRT : SIGTERM));
  if (getppid() != parent) _exit(128 + SIGTERM);
  platform_signals_release(&mask);
  return 0;
}

/// Whether the default of a signal ends a process, or stops it.
static bool ends(int number) {
  switch (number) {
  case SIGCHLD: case SIGCONT: case SIGURG: case SIGWINCH: return false;
  case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: return false;
  default: return true;
  }
}

/// Looks for news of the child; false where there are none.
static bool look(int child, int what, siginfo_t *news) {
  news->si_pid = 0;
  while (waitid(P_PID, (id_t)child, news, what | WNOHANG) != 0) {
    if (errno != EINTR) return false;
  }
  return news->si_pid == child;
}

/// A child, and what signals for it go to.
struct follower {
  int child;
  /// Its number, or that of its group with a minus.
  int target;
  /// What is closed behind SIGHUP; -1 for nothing.
  int held;
};

/// Stops this process by the signal that has stopped the child, unless that goes on already.
static void stop_with(int child, int number) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  kill(getpid(), number);
  // A continuation that came before it has taken back none; one that comes behind it does.
  siginfo_t news;
  if (!look(child, WSTOPPED, &news)) {
    sigtimedwait(&only, NULL, &at_once);
    return;
  }
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  sigprocmask(SIG_BLOCK, &only, NULL);
}

/// Follows what became of the child; true at its end.
static bool has_ended(struct follower follower, struct platform_child_end *end) {
  siginfo_t news;
  // Looked at before it is taken: a stop that is over by then is none.
  while (look(follower.child, WEXITED | WSTOPPED | WNOWAIT, &news)) {
    if (news.si_code == CLD_STOPPED) {
      // The leader of a session is stopped by nothing less.
      stop_with(follower.child, follower.target < 0 ? SIGSTOP : news.si_status);
      continue;
    }
    look(follower.child, WEXITED, &news);
    bool has_exited = news.si_code == CLD_EXITED;
    end->status = has_exited ? news.si_status : -1;
    if (!has_exited) end->signal = news.si_status;
    return true;
  }
  return false;
}

static struct platform_child_end follow(struct follower follower) {
  struct platform_child_end end = {.status = -1, .signal = 0};
  sigset_t waiting;
  sigfillset(&waiting);
  while (!has_ended(follower, &end)) {
    siginfo_t info;
    int number = sigwaitinfo(&waiting, &info);
    if (number <= 0) continue;
    bool is_ignored = platform_was_ignored(number);
    bool is_passed_on = ends(number) || number == SIGCONT || number == SIGTSTP;
    // A child that stops its group has told us, too.
    if (!is_ignored && is_passed_on && info.si_pid != follower.child) kill(follower.target, number);
    if (!is_ignored && ends(number) && end.signal == 0) end.signal = number;
    if (number == SIGHUP && follower.held >= 0) close(follower.held);
  }
  return end;
}

struct platform_child_end platform_follow_child(int child) {
  return follow((struct follower){.child = child, .target = child, .held = -1});
}

struct platform_child_end platform_follow_group(int child, int held) {
  return follow((struct follower){.child = child, .target = -child, .held = held});
}
