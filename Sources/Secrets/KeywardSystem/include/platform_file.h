// The properties of a file beside its content, and changes of files that end no process and replace
// no other file. Swift imports neither extended attributes nor statx and renameat2.

#ifndef PLATFORM_FILE_H
#define PLATFORM_FILE_H

#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/xattr.h>

/// The reason why a name cannot be given to another file, beside rights.
enum platform_hold { PLATFORM_FREE, PLATFORM_UNCHANGEABLE, PLATFORM_MOUNT_POINT };

/// The hold on the file or folder at a path, links not followed; free if it cannot be known.
enum platform_hold platform_hold(const char *_Nonnull path);

// `write`, `writev` and `ftruncate`, but the limit on the size of files (`ulimit -f`) causes EFBIG and
// never a signal, whatever other threads do.
ssize_t platform_write(int descriptor, const void *_Nullable bytes, size_t count);
ssize_t platform_writev(int descriptor, const struct iovec *_Nonnull pieces, int count);
int platform_set_length(int file, off_t length);

/// Renames a file to an unused name; -1 with EEXIST if the name is used.
int platform_rename_new(const char *_Nonnull from, const char *_Nonnull to);

/// The names of the extended attributes of an open file, each with its zero.
static inline ssize_t platform_attribute_names(int file, char *_Nullable names, size_t room) {
  return flistxattr(file, names, room);
}

/// The value of an extended attribute of an open file.
static inline ssize_t platform_attribute(int file, const char *_Nonnull name,
                                         void *_Nullable value, size_t room) {
  return fgetxattr(file, name, value, room);
}

/// Sets an extended attribute of an open file.
static inline int platform_set_attribute(int file, const char *_Nonnull name,
                                         const void *_Nullable value, size_t count) {
  return fsetxattr(file, name, value, count, 0);
}

/// Removes an extended attribute of an open file.
static inline int platform_remove_attribute(int file, const char *_Nonnull name) {
  return fremovexattr(file, name);
}

/// Marks a folder as made by Keyward; -1 with `errno` if the file system keeps no marks.
static inline int platform_mark_folder(const char *_Nonnull path) {
  return setxattr(path, "user.keyward.made", "1", 1, 0);
}

/// True if a folder has the mark.
static inline int platform_is_marked(const char *_Nonnull path) {
  return getxattr(path, "user.keyward.made", (void *)0, 0) >= 0;
}

#endif
