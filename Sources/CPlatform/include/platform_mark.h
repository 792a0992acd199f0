// A mark on folders made by Keyward, for file systems that keep such marks.

#ifndef PLATFORM_MARK_H
#define PLATFORM_MARK_H

#include <sys/xattr.h>

/// Marks a folder as made by Keyward; -1 with `errno` if the file system keeps no marks.
static inline int platform_mark_folder(const char *_Nonnull path) {
  return setxattr(path, "user.keyward.made", "1", 1, 0);
}

/// Tells whether a folder has the mark.
static inline int platform_is_marked(const char *_Nonnull path) {
  return getxattr(path, "user.keyward.made", (void *)0, 0) >= 0;
}

#endif
