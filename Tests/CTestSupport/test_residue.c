#include "test_residue.h"

#include <stdlib.h>
#include <string.h>

/// Which byte may follow which in the secret: most of memory is ruled out by one look.
struct pairs {
  uint8_t first[256];
  uint8_t follows[256][256];
};

static void learn(struct pairs *pairs, const uint8_t *secret, size_t size, size_t unit) {
  memset(pairs, 0, sizeof *pairs);
  for (size_t i = 0; i + 1 < size; i++) {
    if (i % unit == 0 && secret[i] != 0) pairs->first[secret[i]] = 1;
    pairs->follows[secret[i]][secret[i + 1]] = 1;
  }
}

/// How many bytes of the secret from `start` on stand at `offset`, `stride` apart.
static size_t run_length(
    const uint8_t *memory, size_t size, size_t offset, size_t stride, const uint8_t *secret,
    size_t secret_size, size_t start) {
  size_t length = 0;
  while (start + length < secret_size && offset < size &&
         memory[offset] == secret[start + length]) {
    length++;
    offset += stride;
  }
  return length;
}

size_t test_find_residue(
    const uint8_t *memory, size_t size, const uint8_t *secret, size_t secret_size, size_t least,
    size_t unit, size_t first_stride, size_t last_stride, struct test_match *matches, size_t capacity) {
  struct pairs *pairs = malloc(sizeof *pairs);
  size_t count = 0;
  if (pairs == NULL) abort();
  learn(pairs, secret, secret_size, unit);
  for (size_t offset = 0; offset < size; offset++) {
    uint8_t byte = memory[offset];
    if (!pairs->first[byte]) continue;
    const uint8_t *follows = pairs->follows[byte];
    for (size_t stride = first_stride; stride <= last_stride; stride++) {
      size_t next = offset + stride;
      if (next + stride >= size) break;
      if (!follows[memory[next]] || !pairs->follows[memory[next]][memory[next + stride]]) continue;
      for (size_t start = 0; start + least <= secret_size; start += unit) {
        if (secret[start] != byte) continue;
        size_t length =
            run_length(memory, size, offset, stride, secret, secret_size, start);
        if (length < least) continue;
        // The middle of a longer piece has been reported where that begins.
        size_t back = stride * unit;
        if (start >= unit && offset >= back && memory[offset - back] == secret[start - unit]) continue;
        if (count < capacity) matches[count] = (struct test_match){offset, stride, start, length};
        count++;
      }
    }
  }
  free(pairs);
  return count;
}
