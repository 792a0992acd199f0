#define _GNU_SOURCE
#include "CTestSupport.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

const int test_call_read = SYS_read;

// All code between a fork and an exec here is async-signal-safe: the caller has threads.

static void report(int events, int kind, int value, const struct rusage *usage) {
  struct test_event event = {.kind = kind, .value = value};
  // Not its `ru_maxrss`, which begins with the size of the test process at the fork.
  if (usage != NULL)
    event.processor_time = (int64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 +
                           usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
  ssize_t ignored = write(events, &event, sizeof event);
  (void)ignored;
}

static void reset_signals(void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void set_limit(int resource, int64_t bytes, int hard) {
  if (bytes < 0) return;
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return;
  limit.rlim_cur = (rlim_t)bytes;
  if (hard || limit.rlim_max < limit.rlim_cur) limit.rlim_max = (rlim_t)bytes;
  setrlimit(resource, &limit);
}

static void become_program(const struct test_request *request, int failure) {
  int terminal = -1;
  if (request->role == TEST_ROLE_SESSION_LEADER || request->role == TEST_ROLE_DETACHED) setsid();
  if (request->terminal != NULL) {
    // The first terminal a session leader opens becomes the controlling one.
    terminal = open(request->terminal, O_RDWR);
    if (terminal < 0) goto failed;
  }
  set_limit(RLIMIT_MEMLOCK, request->locked_memory_limit, 1);
  set_limit(RLIMIT_CORE, request->core_limit, 0);
  if (request->directory != NULL && chdir(request->directory) != 0) goto failed;
  if (request->user >= 0) {
    if (setgroups(0, NULL) != 0 || setgid((gid_t)request->user) != 0 ||
        setuid((uid_t)request->user) != 0)
      goto failed;
  }
  // The failure pipe must survive until exec: its closing means success.
  int kept = fcntl(failure, F_DUPFD_CLOEXEC, 200);
  int wanted[3];
  for (int i = 0; i < 3; i++) {
    int source = request->streams[i] < 0 ? terminal : request->streams[i];
    wanted[i] = fcntl(source, F_DUPFD, 210);
    if (wanted[i] < 0) goto failed;
  }
  for (int i = 0; i < 3; i++)
    if (dup2(wanted[i], i) < 0) goto failed;
  close_range(3, (unsigned)kept - 1, 0);
  close_range((unsigned)kept + 1, ~0U, 0);
  reset_signals();
  execve(request->program, request->arguments, request->environment);
  failure = kept;
failed:;
  int reason = errno;
  ssize_t ignored = write(failure, &reason, sizeof reason);
  (void)ignored;
  _exit(127);
}

// Reports every change of the child's state; returns 1 once it is gone.
static int report_changes(int events, pid_t child) {
  int status;
  struct rusage usage;
  pid_t found;
  while ((found = wait4(child, &status, WNOHANG | WUNTRACED | WCONTINUED, &usage)) == child) {
    if (WIFSTOPPED(status)) {
      report(events, TEST_EVENT_STOPPED, WSTOPSIG(status), NULL);
    } else if (WIFCONTINUED(status)) {
      report(events, TEST_EVENT_CONTINUED, 0, NULL);
    } else if (WIFSIGNALED(status)) {
      report(events, TEST_EVENT_KILLED, WTERMSIG(status), &usage);
      return 1;
    } else {
      report(events, TEST_EVENT_EXITED, WEXITSTATUS(status), &usage);
      return 1;
    }
  }
  return 0;
}

static void obey(char command, int terminal, pid_t child, const struct termios *settings) {
  switch (command) {
    case 'f':
      tcsetpgrp(terminal, child);
      kill(-child, SIGCONT);
      break;
    case 't':
      tcsetpgrp(terminal, getpid());
      tcsetattr(terminal, TCSADRAIN, settings);
      break;
    case 'b':
      tcsetpgrp(terminal, getpid());
      break;
  }
}

/// Gives this process the command line `shell`, since prompts show that of the test run otherwise.
static void shorten_command_line(void) {
  int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  char part[4096];
  size_t length = 0;
  for (ssize_t count; (count = read(file, part, sizeof part)) > 0;) length += (size_t)count;
  close(file);
  if (length > sizeof "shell") strncpy(program_invocation_name, "shell", length);
}

static void supervise(const struct test_request *request, int events, int control) {
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  shorten_command_line();
  reset_signals();
  int is_shell =
      request->role == TEST_ROLE_FOREGROUND_JOB || request->role == TEST_ROLE_BACKGROUND_JOB;
  int terminal = -1;
  struct termios settings;
  memset(&settings, 0, sizeof settings);
  // The supervisor of a detached program also leaves the session of the test run.
  setsid();
  if (is_shell) {
    terminal = open(request->terminal, O_RDWR | O_CLOEXEC);
    if (terminal < 0) _exit(1);
    tcgetattr(terminal, &settings);
  }
  sigaction(SIGTTOU, &ignore, NULL);
  sigaction(SIGTTIN, &ignore, NULL);
  sigaction(SIGTSTP, &ignore, NULL);
  sigaction(SIGINT, &ignore, NULL);
  sigaction(SIGQUIT, &ignore, NULL);
  // A lost terminal ends the program under test, not the process that must report it.
  sigaction(SIGHUP, &ignore, NULL);
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGCHLD);
  sigprocmask(SIG_BLOCK, &watched, NULL);
  int children = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);

  int failure[2];
  if (pipe2(failure, O_CLOEXEC) != 0) _exit(1);
  pid_t child = fork();
  if (child == 0) {
    if (is_shell) {
      setpgid(0, 0);
      if (request->role == TEST_ROLE_FOREGROUND_JOB) tcsetpgrp(terminal, getpid());
    }
    become_program(request, failure[1]);
  }
  close(failure[1]);
  int reason;
  if (read(failure[0], &reason, sizeof reason) == sizeof reason) {
    report(events, TEST_EVENT_FAILED, reason, NULL);
    _exit(1);
  }
  report(events, TEST_EVENT_STARTED, child, NULL);

  int gone = 0;
  for (;;) {
    struct pollfd waiting[2] = {{children, POLLIN, 0}, {control, POLLIN, 0}};
    if (poll(waiting, 2, -1) < 0 && errno != EINTR) break;
    struct signalfd_siginfo info;
    while (read(children, &info, sizeof info) > 0) {
    }
    if (!gone) gone = report_changes(events, child);
    if (waiting[1].revents == 0) continue;
    char command;
    if (read(control, &command, 1) <= 0) break;
    obey(command, terminal, child, &settings);
  }
  if (!gone) kill(child, SIGKILL);
  _exit(0);
}

int test_start(const struct test_request *request, struct test_supervisor *supervisor) {
  int events[2], control[2];
  if (pipe2(events, O_CLOEXEC) != 0) return errno;
  if (pipe2(control, O_CLOEXEC) != 0) {
    int reason = errno;
    close(events[0]);
    close(events[1]);
    return reason;
  }
  pid_t process = fork();
  if (process == 0) {
    close(events[0]);
    close(control[1]);
    // Kept open: the two pipes and the streams of the program.
    int keep[5] = {events[1], control[0], request->streams[0], request->streams[1],
                   request->streams[2]};
    int top = 0;
    for (int i = 0; i < 5; i++)
      if (keep[i] > top) top = keep[i];
    for (int descriptor = 3; descriptor < top; descriptor++) {
      int kept = 0;
      for (int i = 0; i < 5; i++) kept |= keep[i] == descriptor;
      if (!kept) close(descriptor);
    }
    close_range((unsigned)top + 1, ~0U, 0);
    supervise(request, events[1], control[0]);
  }
  int reason = process < 0 ? errno : 0;
  close(events[1]);
  close(control[0]);
  if (reason != 0) {
    close(events[0]);
    close(control[1]);
    return reason;
  }
  fcntl(events[0], F_SETFL, O_NONBLOCK);
  supervisor->process = process;
  supervisor->events = events[0];
  supervisor->control = control[1];
  return 0;
}

int test_open_terminal(
    unsigned short rows, unsigned short columns, int *leader, char *path, unsigned long capacity) {
  int descriptor = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return errno;
  if (grantpt(descriptor) != 0 || unlockpt(descriptor) != 0 ||
      ptsname_r(descriptor, path, capacity) != 0 ||
      test_resize_terminal(descriptor, rows, columns) != 0) {
    int reason = errno;
    close(descriptor);
    return reason;
  }
  *leader = descriptor;
  return 0;
}

int test_resize_terminal(int leader, unsigned short rows, unsigned short columns) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  return ioctl(leader, TIOCSWINSZ, &size) == 0 ? 0 : errno;
}

int test_foreground_group(int leader) {
  pid_t group = tcgetpgrp(leader);
  return group < 0 ? -errno : group;
}

int test_unread_bytes(const char *path) {
  int descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return -errno;
  struct termios before, byte_by_byte;
  int count = 0;
  int failed = tcgetattr(descriptor, &before) != 0;
  // In line mode, an unfinished line does not count as readable.
  int is_by_line = (before.c_lflag & (ICANON | EXTPROC)) == ICANON;
  byte_by_byte = before;
  byte_by_byte.c_lflag &= ~(tcflag_t)ICANON;
  failed = failed || (is_by_line && tcsetattr(descriptor, TCSANOW, &byte_by_byte) != 0) ||
           ioctl(descriptor, FIONREAD, &count) != 0 ||
           (is_by_line && tcsetattr(descriptor, TCSANOW, &before) != 0);
  int result = failed ? -errno : count;
  close(descriptor);
  return result;
}

int test_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }

int test_own_path(char *path, unsigned long capacity) {
  Dl_info info;
  const char *name = "/proc/self/exe";
  if (dladdr((void *)test_own_path, &info) != 0 && info.dli_fname != NULL) name = info.dli_fname;
  char *real = realpath(name, NULL);
  if (real == NULL) real = realpath("/proc/self/exe", NULL);
  if (real == NULL) return errno;
  int fits = strlen(real) < capacity;
  if (fits) strcpy(path, real);
  free(real);
  return fits ? 0 : ENAMETOOLONG;
}

int test_listen(const char *path, unsigned long count, unsigned user, int type) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (count >= sizeof address.sun_path) return -ENAMETOOLONG;
  memcpy(address.sun_path, path, count);
  unsigned long size = offsetof(struct sockaddr_un, sun_path) + count + (path[0] != 0);
  int result = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (result < 0) return -errno;
  int code = bind(result, (struct sockaddr *)&address, (socklen_t)size) == 0 ? 0 : errno;
  // The peer is the user of this thread; the C library would change that of all threads.
  if (code == 0 && syscall(SYS_setresuid, -1, user, -1) != 0) code = errno;
  if (code == 0 && listen(result, 8) != 0) code = errno;
  if (geteuid() != getuid() && syscall(SYS_setresuid, -1, getuid(), -1) != 0) abort();
  if (code == 0) return result;
  close(result);
  return -code;
}
