#define _GNU_SOURCE
#include "platform_child.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "platform_file.h"
#include "platform_process.h"
#include "platform_wait.h"

static const struct timespec at_once = {0, 0};

enum { REFUSED_PAUSE_MILLISECONDS = 20 };

int platform_start_child(void) {
  sigset_t mask;
  if (platform_hold_signals(&mask) != 0) return PLATFORM_NO_MASK;
  // If SIGCHLD is ignored, the kernel reaps a child before anybody waits for it.
  signal(SIGCHLD, SIG_DFL);
  pid_t parent = getpid();
  pid_t child = fork();
  if (child != 0) {
    int code = errno;
    if (child < 0) platform_release_signals(&mask);
    errno = code;
    return child;
  }
  // An ignored TERM would not end the child.
  prctl(PR_SET_PDEATHSIG, (unsigned long)(platform_was_ignored(SIGTERM) ? SIGABRT : SIGTERM));
  platform_note_waiting_parent(parent);
  if (platform_has_lost_parent()) _exit(128 + SIGTERM);
  platform_release_signals(&mask);
  return 0;
}

static bool ends(int number) {
  switch (number) {
  case SIGCHLD: case SIGCONT: case SIGURG: case SIGWINCH: return false;
  case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: return false;
  default: return true;
  }
}

/// False once the kernel has refused `waitid`. Unlike `waitpid`, `waitid` can report an event
/// without consuming it.
static bool can_peek = true;

/// Calls `waitpid` without blocking, and returns 0 if the child has neither ended nor stopped.
static pid_t event_of(int child, int *status) {
  pid_t found;
  do found = waitpid(child, status, WNOHANG | WUNTRACED);
  while (found < 0 && errno == EINTR);
  return found;
}

static bool take(int child, siginfo_t *info) {
  int status;
  pid_t found = event_of(child, &status);
  if (found == 0) return false;
  info->si_pid = child;
  // A child whose end cannot be observed counts as failed; it gets a signal when this process ends.
  info->si_code = CLD_EXITED;
  info->si_status = 1;
  if (found < 0) return true;
  if (WIFSTOPPED(status)) {
    info->si_code = CLD_STOPPED;
    info->si_status = WSTOPSIG(status);
  } else if (WIFSIGNALED(status)) {
    info->si_code = CLD_KILLED;
    info->si_status = WTERMSIG(status);
  } else {
    info->si_status = WEXITSTATUS(status);
  }
  return true;
}

static bool look(int child, int what, siginfo_t *info) {
  info->si_pid = 0;
  while (waitid(P_PID, (id_t)child, info, what | WNOHANG) != 0) {
    if (errno == EINTR) continue;
    can_peek = false;
    return take(child, info);
  }
  return info->si_pid == child;
}

struct follower {
  int child;
  /// The process that gets the signals; a negated ID means a process group, as in `kill`.
  int target;
  /// A descriptor that is closed after SIGHUP is passed on; -1 for none.
  int held;
};

/// Stops this process by the signal that stopped the child, unless the child is running again.
/// Returns false if the kernel refuses to stop this process.
static bool stop_with(struct follower follower, int number) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  // A session leader must not fall back to `raise`: none of our processes could continue it.
  if (kill(getpid(), number) != 0 && (follower.target < 0 || raise(number) != 0)) return false;
  // Sending a stop signal discards a pending SIGCONT; only a SIGCONT after it cancels the stop.
  siginfo_t info;
  if (can_peek && !look(follower.child, WSTOPPED, &info)) {
    sigtimedwait(&only, NULL, &at_once);
    return true;
  }
  platform_change_mask(SIG_UNBLOCK, &only, NULL);
  platform_change_mask(SIG_BLOCK, &only, NULL);
  return true;
}

static bool has_ended(struct follower follower, struct platform_child_end *end) {
  siginfo_t info;
  // Peek before taking the event: a stop that has ended in the meantime does not count.
  while (look(follower.child, WEXITED | WSTOPPED | WNOWAIT, &info)) {
    if (info.si_code == CLD_STOPPED) {
      // Only SIGSTOP can stop the leader of a session.
      int number = follower.target < 0 ? SIGSTOP : info.si_status;
      if (stop_with(follower, number)) continue;
      // Nobody would continue the child, so return: the child is hung up when this process ends.
      end->status = 128 + number;
      return true;
    }
    siginfo_t same;
    if (can_peek) look(follower.child, WEXITED, &same);
    bool has_exited = info.si_code == CLD_EXITED;
    end->status = has_exited ? info.si_status : -1;
    if (!has_exited) end->signal = info.si_status;
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
    if (number <= 0) {
      long end = platform_milliseconds_now() + REFUSED_PAUSE_MILLISECONDS;
      if (errno != EINTR) platform_wait(-1, 0, end);
      continue;
    }
    bool is_ignored = platform_was_ignored(number);
    bool is_passed_on = ends(number) || number == SIGCONT || number == SIGTSTP;
    if (!is_ignored && ends(number) && end.signal == 0) end.signal = number;
    // A signal that the child sends to its group reaches this process too: do not send it back.
    if (!is_ignored && is_passed_on && info.si_pid != follower.child) {
      bool is_refused = kill(follower.target, number) != 0 && errno != ESRCH;
      if (is_refused && ends(number)) return end;
    }
    if (number == SIGHUP && follower.held >= 0) close(follower.held);
  }
  return end;
}

struct platform_child_end platform_follow_child(int child) {
  return follow((struct follower){.child = child, .target = child, .held = -1});
}

enum {
  PAGE_BYTES = 4096,
  /// The number of readable bytes in the write; one unreadable byte follows them. The kernel copies
  /// a write into its buffer in blocks of up to 2048 bytes, and sends a block only after copying
  /// all of it. This copy overwrites the buffer, but fails at the unreadable byte, so the kernel
  /// sends nothing.
  OVERWRITTEN_BYTES = 2047,
};

void platform_copy_window(int terminal, int master, int fewer) {
  struct winsize window;
  if (ioctl(terminal, TIOCGWINSZ, &window) != 0) return;
  if (window.ws_row > fewer) window.ws_row -= (unsigned short)fewer;
  ioctl(master, TIOCSWINSZ, &window);
}

int platform_make_terminal(int terminal, int *master, int *slave) {
  *master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (*master < 0) return -1;
  int unlocked = 0;
  *slave = -1;
  if (ioctl(*master, TIOCSPTLCK, &unlocked) == 0) {
    *slave = ioctl(*master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  }
  if (*slave >= 0) {
    platform_copy_window(terminal, *master, 0);
    return 0;
  }
  return platform_close_keeping_errno(*master);
}

static void wait_at(int gate) {
  char byte;
  ssize_t result;
  do result = read(gate, &byte, 1);
  while (result < 0 && errno == EINTR);
  if (result != 1) _exit(1);
}

static void enter(int slave, int gate, int other_end) {
  setpgid(0, 0);
  tcsetpgrp(slave, getpid());
  close(other_end);
  wait_at(gate);
  for (int stream = 0; stream <= 2; stream++) {
    if (isatty(stream)) dup2(slave, stream);
  }
}

_Noreturn static void fail(const char *sentence) {
  if (write(STDERR_FILENO, sentence, strlen(sentence)) < 0) _exit(1);
  _exit(1);
}

static void lead(int master, int gate, int other_end) {
  // The kernel reaps a child early if SIGCHLD is ignored.
  signal(SIGCHLD, SIG_DFL);
  // The slave of the parent is nonblocking.
  int slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (slave < 0 || setsid() < 0 || ioctl(slave, TIOCSCTTY, 0) != 0) {
    fail("keyward: error: cannot create a session for the command (setsid)\n");
  }
  pid_t program = fork();
  if (program == 0) {
    enter(slave, gate, other_end);
    return;
  }
  if (program < 0) {
    fail("keyward: error: cannot create a process for the command (clone)\n"
         "hint: end other processes\n");
  }
  setpgid(program, program);
  // Keep `master` open, so that the program gets SIGHUP before its terminal disappears.
  dup2(master, 0);
  // Readers of a pipe notice its end only once all writers have closed it.
  platform_close_all_but(0, -1);
  struct follower follower = {.child = program, .target = -program, .held = 0};
  struct platform_child_end end = follow(follower);
  _exit(end.status >= 0 ? end.status : 128 + end.signal);
}

static pid_t started_leader;

int platform_leader(void) { return started_leader; }

int platform_start_on_terminal(int master, int gate, int other_end) {
  sigset_t mask;
  platform_hold_signals(&mask);
  pid_t parent = getpid();
  pid_t leader = fork();
  if (leader == 0) {
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGHUP);
    if (getppid() != parent) _exit(1);
    lead(master, gate, other_end);
    return 0;
  }
  int code = errno;
  started_leader = leader;
  platform_release_signals(&mask);
  errno = code;
  return leader;
}

int platform_unread_bytes(int terminal) {
  int count = 0;
  return ioctl(terminal, FIONREAD, &count) == 0 ? count : 0;
}

struct platform_leader_event platform_leader_event(int leader) {
  struct platform_leader_event event = {.is_stopped = 0, .status = -1};
  int status;
  pid_t found = event_of(leader, &status);
  if (found == 0) return event;
  if (found < 0) {
    event.status = 1;
  } else if (WIFSTOPPED(status)) {
    event.is_stopped = 1;
  } else {
    event.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  return event;
}

void platform_overwrite_written(int terminal) {
  unsigned char *pages =
      mmap(NULL, 2 * PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return;
  // The kernel copies up to the unreadable page, then refuses the whole write.
  if (mprotect(pages + PAGE_BYTES, PAGE_BYTES, PROT_NONE) == 0) {
    unsigned char *start = pages + PAGE_BYTES - OVERWRITTEN_BYTES;
    while (write(terminal, start, OVERWRITTEN_BYTES + 1) < 0 && errno == EINTR) {
    }
  }
  munmap(pages, 2 * PAGE_BYTES);
}
