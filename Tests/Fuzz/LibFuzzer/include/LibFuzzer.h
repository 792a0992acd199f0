#ifndef LIB_FUZZER_H
#define LIB_FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own entry point, for programs with their own `main`.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test_one)(const uint8_t *data, size_t size));

#endif
