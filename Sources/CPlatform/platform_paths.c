#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform_sandbox.h"

// Newer than the headers of some systems this is built on; the numbers are the same on every
// machine.
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

/// All rights that a version can forbid.
static struct ruleset everything(int version, unsigned needs) {
  enum { ABSTRACT_SOCKETS = 1, SIGNALS = 2, TCP_BIND = 1, TCP_CONNECT = 2 };
  // Rights on files by version: 13, then one more each with 2, 3 and 5.
  int rights = 13 + (version >= 2) + (version >= 3) + (version >= 5);
  struct ruleset ruleset = {.files = (UINT64_C(1) << rights) - 1};
  if (version >= 4) ruleset.network = TCP_BIND | TCP_CONNECT;
  if (version >= 6) {
    ruleset.scopes = ABSTRACT_SOCKETS;
    enum {
      SENDS = PLATFORM_NEEDS_GROUP | PLATFORM_NEEDS_PROCESSES | PLATFORM_NEEDS_TERMINAL
    };
    if (!(needs & SENDS)) ruleset.scopes |= SIGNALS;
  }
  return ruleset;
}

/// Allows a path and everything below it; a missing one needs no rule.
static int allow(int ruleset, const struct platform_path *path, uint64_t known) {
  int file = open(path->path, O_PATH | O_CLOEXEC);
  if (file < 0) return 0;
  struct stat status;
  uint64_t allowed = READ_FILE | READ_FOLDER;
  if (path->is_writable) allowed |= WRITE_FILE | DEVICE_CONTROL;
  if (fstat(file, &status) == 0 && !S_ISDIR(status.st_mode)) allowed &= ~(uint64_t)READ_FOLDER;
  struct path_rule rule = {.allowed = allowed & known, .parent = file};
  long result = syscall(CALL_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
  int code = errno;
  close(file);
  errno = code;
  return result == 0 ? 0 : -1;
}

int platform_limit_paths(const struct platform_path *paths, size_t count, unsigned needs) {
  int version = platform_path_limits_version();
  if (version == 0) return -1;
  struct ruleset wanted = everything(version, needs);
  int ruleset = (int)syscall(CALL_CREATE_RULESET, &wanted, sizeof wanted, 0);
  if (ruleset < 0) return -1;
  int result = prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL);
  for (size_t i = 0; i < count && result == 0; i++) result = allow(ruleset, &paths[i], wanted.files);
  if (result == 0) result = (int)syscall(CALL_RESTRICT_SELF, ruleset, 0);
  int code = errno;
  close(ruleset);
  errno = code;
  return result;
}
