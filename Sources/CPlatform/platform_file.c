#define _GNU_SOURCE
#include "platform_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Newer than some C libraries this is built with.
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

ssize_t platform_write(int descriptor, const void *bytes, size_t count) {
  sigset_t limit, pending, mask;
  sigemptyset(&limit);
  sigaddset(&limit, SIGXFSZ);
  sigemptyset(&pending);
  pthread_sigmask(SIG_BLOCK, &limit, &mask);
  sigpending(&pending);
  ssize_t result = write(descriptor, bytes, count);
  int code = errno;
  // The kernel sends it to the writing thread; a signal that waited before belongs to somebody
  // else.
  if (result < 0 && code == EFBIG && !sigismember(&pending, SIGXFSZ)) {
    static const struct timespec at_once = {0, 0};
    while (sigtimedwait(&limit, NULL, &at_once) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  errno = code;
  return result;
}

int platform_rename_new(const char *from, const char *to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  // File systems without this call may have links.
  if (link(from, to) == 0) return unlink(from);
  if (errno == EEXIST) return -1;
  struct stat status;
  if (lstat(to, &status) == 0) {
    errno = EEXIST;
    return -1;
  }
  return rename(from, to);
}
