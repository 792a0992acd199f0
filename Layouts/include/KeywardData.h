#pragma once
#include <stddef.h>

/// A file of `Layouts` as it is, such as `keyboards/de.yaml` under the name `keyboards/de`.
///
/// A zero follows the bytes of the file, and the file contains none.
struct keyward_file {
  const char *name;
  const unsigned char *bytes;
};

/// Returns all files but those of `languages`, ordered by name, and stores their number.
const struct keyward_file *keyward_files(size_t *count);

/// Returns the files of `languages`, ordered by name, and stores their number.
///
/// They have an object file of their own, which linkers leave out of a library that shows no prompt.
const struct keyward_file *keyward_languages(size_t *count);
