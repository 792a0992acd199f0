// Extended attributes, which Swift cannot import.

#ifndef TEST_ATTRIBUTES_H
#define TEST_ATTRIBUTES_H

#include <stddef.h>
#include <sys/types.h>
#include <sys/xattr.h>

static inline int test_set_attribute(const char *path, const char *name, const void *value,
                                     size_t count) {
  return setxattr(path, name, value, count, 0);
}

static inline ssize_t test_attribute(const char *path, const char *name, void *value, size_t room) {
  return getxattr(path, name, value, room);
}

static inline ssize_t test_attribute_names(const char *path, char *names, size_t room) {
  return listxattr(path, names, room);
}

#endif
