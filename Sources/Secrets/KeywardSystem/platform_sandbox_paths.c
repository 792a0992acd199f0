#define _GNU_SOURCE
#include "platform_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform_device.h"
#include "platform_file.h"

// The headers of some systems lack these calls; their numbers are the same on every machine.
enum {
  CALL_CREATE_RULESET = 444,
  CALL_ADD_RULE = 445,
  CALL_RESTRICT_SELF = 446,
  ASK_VERSION = 1,
  RULE_PATH_BENEATH = 1,
};

enum {
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_FOLDER = 1 << 3,
  REMOVE_FILE = 1 << 5,
  DEVICE_CONTROL = 1 << 15,
};

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

struct path_rule {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

int platform_path_limits_version(void) {
  long version = syscall(CALL_CREATE_RULESET, NULL, 0, ASK_VERSION);
  return version > 0 ? (int)version : 0;
}

static struct ruleset everything(int version, unsigned needs) {
  enum { ABSTRACT_SOCKETS = 1, SIGNALS = 2, TCP_BIND = 1, TCP_CONNECT = 2 };
  // Version 1 has 13 rights on files; versions 2, 3 and 5 each add one.
  int rights = 13 + (version >= 2) + (version >= 3) + (version >= 5);
  struct ruleset ruleset = {.files = (UINT64_C(1) << rights) - 1};
  if (version >= 4) ruleset.network = TCP_BIND | TCP_CONNECT;
  if (version >= 6) {
    ruleset.scopes = ABSTRACT_SOCKETS;
    enum {
      SENDS = PLATFORM_NEEDS_GROUP | PLATFORM_NEEDS_PROCESSES | PLATFORM_NEEDS_TERMINAL |
              PLATFORM_NEEDS_CALLER
    };
    if (!(needs & SENDS)) ruleset.scopes |= SIGNALS;
  }
  return ruleset;
}

static bool is_same(struct platform_device left, struct platform_device right) {
  return left.major == right.major && left.minor == right.minor;
}

/// True if `file` is the device of `terminal`.
///
/// A terminal opened as `/dev/tty` has two device numbers, and either of them matches.
static bool is_device(int file, const struct stat *status, int terminal) {
  if (!S_ISCHR(status->st_mode)) return false;
  struct platform_device own = platform_device_of(file);
  return is_same(own, platform_device_of(terminal)) || is_same(own, platform_real_device(terminal));
}

/// Adds a rule that allows a path. Skips a path that cannot be opened, or that no longer leads to
/// the expected terminal or folder.
static int allow(int ruleset, const struct platform_path *path, uint64_t known) {
  int flags = O_PATH | O_CLOEXEC;
  // The creator of a folder that was missing could make it a link to any other.
  if (path->file == PLATFORM_MISSING_FOLDER) flags |= O_DIRECTORY | O_NOFOLLOW;
  int file = path->file >= 0 ? fcntl(path->file, F_DUPFD_CLOEXEC, 0) : open(path->path, flags);
  if (file < 0) return 0;
  struct stat status;
  int is_known = fstat(file, &status) == 0;
  // A name that another user chose may lead elsewhere by now.
  if (!is_known || (path->terminal >= 0 && !is_device(file, &status, path->terminal))) {
    close(file);
    return 0;
  }
  uint64_t allowed = READ_FILE | READ_FOLDER;
  if (path->is_writable) allowed |= WRITE_FILE | DEVICE_CONTROL;
  if (path->is_controlled) allowed |= DEVICE_CONTROL;
  if (path->is_emptied) allowed |= REMOVE_FILE;
  if (!S_ISDIR(status.st_mode)) allowed &= ~(uint64_t)READ_FOLDER;
  struct path_rule rule = {.allowed = allowed & known, .parent = file};
  long result = syscall(CALL_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
  platform_close_keeping_errno(file);
  return result == 0 ? 0 : -1;
}

/// Drops the capabilities with which root could inspect other processes despite Landlock. Keeps
/// those for opening files and for checking whether a process is alive.
static int give_up_looking(void) {
  // Some headers lack these capabilities.
  enum { PERFMON = 38, CHECKPOINT_RESTORE = 40 };
  static const int given_up[] = {
      CAP_SYS_PTRACE, CAP_SYS_ADMIN, CAP_SYS_RAWIO, CAP_SYSLOG, PERFMON, CHECKPOINT_RESTORE};
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {0};
  if (syscall(SYS_capget, &header, data) != 0) return -1;
  uint32_t had = 0;
  for (size_t i = 0; i < sizeof given_up / sizeof *given_up; i++) {
    struct __user_cap_data_struct *part = &data[CAP_TO_INDEX(given_up[i])];
    uint32_t bit = CAP_TO_MASK(given_up[i]);
    had |= (part->permitted | part->inheritable) & bit;
    part->effective &= ~bit;
    part->permitted &= ~bit;
    part->inheritable &= ~bit;
  }
  return had == 0 ? 0 : (int)syscall(SYS_capset, &header, data);
}

int platform_limit_paths(const struct platform_path *paths, size_t count, unsigned needs) {
  int version = platform_path_limits_version();
  if (version == 0) return -1;
  struct ruleset wanted = everything(version, needs);
  int ruleset = (int)syscall(CALL_CREATE_RULESET, &wanted, sizeof wanted, 0);
  if (ruleset < 0) return -1;
  int result = prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL);
  for (size_t i = 0; i < count && result == 0; i++) result = allow(ruleset, &paths[i], wanted.files);
  if (result == 0) result = give_up_looking();
  if (result == 0) result = (int)syscall(CALL_RESTRICT_SELF, ruleset, 0);
  platform_close_keeping_errno(ruleset);
  return result;
}

static int outcome_of(int (*body)(void)) {
  // The kernel reaps a child early if SIGCHLD is ignored.
  void (*before)(int) = signal(SIGCHLD, SIG_DFL);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGSYS, SIG_DFL);
    _exit(body());
  }
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  signal(SIGCHLD, before);
  return status;
}

static int make_refused_call(void) {
  return platform_filter_calls(0, -1, 0) == 0 && getpriority(PRIO_PROCESS, 0) >= 0;
}

static int open_refused_file(void) {
  if (platform_limit_paths(NULL, 0, 0) != 0) return 1;
  return open("/", O_RDONLY | O_CLOEXEC) >= 0 || errno != EACCES;
}

int platform_holds_calls(void) {
  int status = outcome_of(make_refused_call);
  return status >= 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
}

int platform_holds_paths(void) {
  int status = outcome_of(open_refused_file);
  return status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
