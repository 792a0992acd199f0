#include "KeywardData.h"

// clang supports #embed in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct keyward_file languages[] = {
#include "languages.inc"
};

const struct keyward_file *keyward_languages(size_t *count) {
  *count = sizeof languages / sizeof *languages;
  return languages;
}
