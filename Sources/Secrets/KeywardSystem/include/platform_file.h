// File properties other than the content, and changes of files that never raise a signal and never
// replace another file. Swift imports neither extended attributes nor statx and renameat2.

#ifndef PLATFORM_FILE_H
#define PLATFORM_FILE_H

#include <errno.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

/// Closes a descriptor and leaves `errno` unchanged.
///
/// Always returns -1, so that a caller can write `return platform_close_keeping_errno(file)` after
/// another call has failed.
static inline int platform_close_keeping_errno(int descriptor) {
  int code = errno;
  close(descriptor);
  errno = code;
  return -1;
}

/// A reason, other than permissions, why a file cannot be replaced.
enum platform_hold { PLATFORM_FREE, PLATFORM_UNCHANGEABLE, PLATFORM_MOUNT_POINT };

/// Reports whether a file is immutable, append-only or a mount point. Does not follow a symbolic
/// link. Returns PLATFORM_FREE if the file cannot be examined.
enum platform_hold platform_hold(const char *_Nonnull path);

// Like `write`, `writev` and `ftruncate`, but exceeding the limit on file size (`ulimit -f`) fails
// with EFBIG and never raises a signal, whatever other threads do.
ssize_t platform_write(int descriptor, const void *_Nullable bytes, size_t count);
ssize_t platform_writev(int descriptor, const struct iovec *_Nonnull pieces, int count);
int platform_set_length(int file, off_t length);

/// Renames a file to an unused name; -1 with EEXIST if the name is used.
int platform_rename_new(const char *_Nonnull from, const char *_Nonnull to);

static inline ssize_t platform_attribute_names(int file, char *_Nullable names, size_t room) {
  return flistxattr(file, names, room);
}

static inline ssize_t platform_attribute(int file, const char *_Nonnull name,
                                         void *_Nullable value, size_t room) {
  return fgetxattr(file, name, value, room);
}

static inline int platform_set_attribute(int file, const char *_Nonnull name,
                                         const void *_Nullable value, size_t count) {
  return fsetxattr(file, name, value, count, 0);
}

static inline int platform_remove_attribute(int file, const char *_Nonnull name) {
  return fremovexattr(file, name);
}

/// Marks a folder as created by Keyward; -1 with `errno` if the file system has no extended
/// attributes.
static inline int platform_mark_folder(const char *_Nonnull path) {
  return setxattr(path, "user.keyward.made", "1", 1, 0);
}

static inline int platform_is_marked(const char *_Nonnull path) {
  return getxattr(path, "user.keyward.made", (void *)0, 0) >= 0;
}

#endif
