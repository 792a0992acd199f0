#pragma once
#include <stddef.h>

/// A file of `Layouts` as it is, such as `keyboards/de.yaml` under the name `keyboards/de`.
///
/// A zero follows the bytes of the file, and the file contains none.
struct keyward_file {
  const char *name;
  const unsigned char *bytes;
};

/// Returns all files, ordered by name, and stores their number.
const struct keyward_file *keyward_files(size_t *count);
