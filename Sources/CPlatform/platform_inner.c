#define _GNU_SOURCE
#include "platform_inner.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "platform_child.h"
#include "platform_process.h"
#include "platform_signals.h"

enum {
  PAGE_BYTES = 4096,
  /// One less than the kernel takes from a writer at once.
  OVERWRITTEN_BYTES = 2047,
};

void platform_copy_window(int terminal, int master) {
  struct winsize window;
  if (ioctl(terminal, TIOCGWINSZ, &window) == 0) ioctl(master, TIOCSWINSZ, &window);
}

int platform_make_terminal(int terminal, int *master, int *slave) {
  *master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (*master < 0) return -1;
  int unlocked = 0;
  *slave = -1;
  if (ioctl(*master, TIOCSPTLCK, &unlocked) == 0) {
    *slave = ioctl(*master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
  }
  if (*slave >= 0) {
    platform_copy_window(terminal, *master);
    return 0;
  }
  int code = errno;
  close(*master);
  errno = code;
  return -1;
}

/// Waits for a byte; ends this process if none comes.
static void wait_at(int gate) {
  char byte;
  ssize_t result;
  do result = read(gate, &byte, 1);
  while (result < 0 && errno == EINTR);
  if (result != 1) _exit(1);
}

/// Prepares the process that will become the program.
static void enter(int slave, int gate, int other_end) {
  setpgid(0, 0);
  tcsetpgrp(slave, getpid());
  close(other_end);
  wait_at(gate);
  for (int stream = 0; stream <= 2; stream++) {
    if (isatty(stream)) dup2(slave, stream);
  }
}

/// Ends this process with a sentence.
_Noreturn static void fail(const char *sentence) {
  if (write(STDERR_FILENO, sentence, strlen(sentence)) < 0) _exit(1);
  _exit(1);
}

/// Leads the session; returns in the process that will become the program.
static void lead(int slave, int master, int gate, int other_end) {
  // If it is ignored, the kernel removes a child before anybody waits for it.
  signal(SIGCHLD, SIG_DFL);
  if (setsid() < 0 || ioctl(slave, TIOCSCTTY, 0) != 0) {
    fail("keyward: the kernel refuses a session for the command (setsid)\n");
  }
  pid_t program = fork();
  if (program == 0) {
    enter(slave, gate, other_end);
    return;
  }
  if (program < 0) {
    fail("keyward: the kernel refuses a process for the command (clone): end other processes\n");
  }
  setpgid(program, program);
  // The program hears of our parent's end before its terminal is gone, since this end keeps the
  // terminal.
  dup2(master, 0);
  // A stream that stayed open here would hide its end from others.
  platform_close_all_but(0);
  struct platform_child_end end = platform_follow_group(program, 0);
  _exit(end.status >= 0 ? end.status : 128 + end.signal);
}

static pid_t started_leader;

int platform_leader(void) { return started_leader; }

int platform_start_on_terminal(int slave, int master, int gate, int other_end) {
  sigset_t mask;
  platform_signals_hold(&mask);
  pid_t parent = getpid();
  pid_t leader = fork();
  if (leader == 0) {
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGHUP);
    if (getppid() != parent) _exit(1);
    lead(slave, master, gate, other_end);
    return 0;
  }
  int code = errno;
  started_leader = leader;
  platform_signals_release(&mask);
  errno = code;
  return leader;
}

int platform_unread_bytes(int terminal) {
  int count = 0;
  return ioctl(terminal, FIONREAD, &count) == 0 ? count : 0;
}

struct platform_leader_news platform_leader_news(int leader) {
  struct platform_leader_news news = {.is_stopped = 0, .status = -1};
  int status;
  pid_t found;
  do found = waitpid(leader, &status, WNOHANG | WUNTRACED);
  while (found < 0 && errno == EINTR);
  if (found == 0) return news;
  if (found < 0) {
    news.status = 1;
  } else if (WIFSTOPPED(status)) {
    news.is_stopped = 1;
  } else {
    news.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  return news;
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
