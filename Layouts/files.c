#include "KeywardData.h"

// clang supports #embed in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct keyward_file files[] = {
#include "files.inc"
};

const struct keyward_file *keyward_files(size_t *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
