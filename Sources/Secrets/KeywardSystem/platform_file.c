#define _GNU_SOURCE
#include "platform_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "platform_process.h"

// STATX_ATTR_MOUNT_ROOT is missing from some C libraries that this is built with.
#ifndef STATX_ATTR_MOUNT_ROOT
#define STATX_ATTR_MOUNT_ROOT 0x2000
#endif

enum platform_hold platform_hold(const char *path) {
  struct statx status;
  if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, STATX_TYPE, &status) != 0) {
    return PLATFORM_FREE;
  }
  if (status.stx_attributes & (STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND)) {
    return PLATFORM_UNCHANGEABLE;
  }
  return status.stx_attributes & STATX_ATTR_MOUNT_ROOT ? PLATFORM_MOUNT_POINT : PLATFORM_FREE;
}

/// The signal state to restore after a call during which SIGXFSZ is blocked. Such a call may reach
/// the limit on file size.
struct held_limit {
  sigset_t signal;
  sigset_t mask;
  int was_pending;
};

static struct held_limit hold_limit(void) {
  struct held_limit held;
  sigset_t pending;
  sigemptyset(&held.signal);
  sigaddset(&held.signal, SIGXFSZ);
  sigemptyset(&pending);
  platform_change_mask(SIG_BLOCK, &held.signal, &held.mask);
  sigpending(&pending);
  held.was_pending = sigismember(&pending, SIGXFSZ);
  return held;
}

static ssize_t release_limit(const struct held_limit *held, ssize_t result) {
  int code = errno;
  // Discard the signal of this call; one that was already pending has another cause.
  if (result < 0 && code == EFBIG && !held->was_pending) {
    static const struct timespec at_once = {0, 0};
    while (sigtimedwait(&held->signal, NULL, &at_once) < 0 && errno == EINTR) {
    }
  }
  platform_change_mask(SIG_SETMASK, &held->mask, NULL);
  errno = code;
  return result;
}

ssize_t platform_write(int descriptor, const void *bytes, size_t count) {
  struct held_limit held = hold_limit();
  return release_limit(&held, write(descriptor, bytes, count));
}

ssize_t platform_writev(int descriptor, const struct iovec *pieces, int count) {
  struct held_limit held = hold_limit();
  return release_limit(&held, writev(descriptor, pieces, count));
}

int platform_set_length(int file, off_t length) {
  struct held_limit held = hold_limit();
  return (int)release_limit(&held, ftruncate(file, length));
}

int platform_rename_new(const char *from, const char *to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  // A file system that does not support this call may support hard links.
  if (link(from, to) == 0) return unlink(from);
  if (errno == EEXIST) return -1;
  struct stat status;
  if (lstat(to, &status) == 0) {
    errno = EEXIST;
    return -1;
  }
  return rename(from, to);
}
