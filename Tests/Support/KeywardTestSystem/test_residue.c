#define _GNU_SOURCE
#include "test_residue.h"

#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The places of each pair of neighbouring bytes in the secret: one look rules out most of the
/// memory.
struct index {
  /// Whether a piece can begin with this byte.
  uint8_t begins[256];
  /// The first place of a pair, and from each place the next of the same pair; 0 is none, so places
  /// count from 1.
  uint32_t head[65536];
  uint32_t next[65536];
};

static struct index *make_index(const uint8_t *secret, size_t size, size_t unit) {
  struct index *index = calloc(1, sizeof *index);
  if (index == NULL || size >= 65536) abort();
  for (size_t i = 0; i + 1 < size; i += unit) {
    if (secret[i] == 0) continue;
    unsigned pair = secret[i] << 8 | secret[i + 1];
    index->begins[secret[i]] = 1;
    index->next[i + 1] = index->head[pair];
    index->head[pair] = (uint32_t)i + 1;
  }
  return index;
}

/// The number of bytes of the secret from `start` on that are at `offset`, `stride` apart.
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
    size_t unit, size_t first_stride, size_t last_stride, struct test_match *matches,
    size_t capacity) {
  struct index *index = make_index(secret, secret_size, unit);
  size_t count = 0;
  for (size_t offset = 0; offset < size; offset++) {
    uint8_t byte = memory[offset];
    if (!index->begins[byte]) continue;
    for (size_t stride = first_stride; stride <= last_stride; stride++) {
      if (offset + stride >= size) break;
      uint32_t place = index->head[byte << 8 | memory[offset + stride]];
      for (; place != 0; place = index->next[place]) {
        size_t start = place - 1;
        size_t length = run_length(memory, size, offset, stride, secret, secret_size, start);
        if (length < least) continue;
        // The middle of a longer piece has been reported at its beginning.
        size_t back = stride * unit;
        if (start >= unit && offset >= back && memory[offset - back] == secret[start - unit])
          continue;
        if (count < capacity) matches[count] = (struct test_match){offset, stride, start, length};
        count++;
      }
    }
  }
  free(index);
  return count;
}

/// Filled byte by byte: a call of `memset` would use the stack itself.
__attribute__((noinline, no_sanitize("address", "thread"))) void test_mark_stack(uint8_t mark) {
  volatile uint8_t marked[TEST_MARKED_STACK];
  for (size_t i = 0; i < sizeof marked; i++) marked[i] = mark;
}

__attribute__((noinline, no_sanitize("address", "thread"))) void test_copy_stack(
    void *room, size_t size) {
  const volatile uint8_t *here = __builtin_frame_address(0);
  uint8_t *bytes = room;
  for (size_t i = 0; i < size; i++) bytes[i] = here[(ptrdiff_t)i - (ptrdiff_t)size];
}

bool test_signal_with_register(int number, const uint8_t *left, const uint8_t *right) {
#if defined(__x86_64__)
  long call = SYS_tgkill;
  long process = getpid();
  long thread = gettid();
  long signal = number;
  __asm__ volatile(
      "movdqu (%[left]), %%xmm15\n\t"
      "movdqu (%[right]), %%xmm14\n\t"
      "pxor %%xmm14, %%xmm15\n\t"
      "syscall\n\t"
      "pxor %%xmm15, %%xmm15"
      : "+a"(call)
      : "D"(process), "S"(thread), "d"(signal), [left] "r"(left), [right] "r"(right)
      : "rcx", "r11", "xmm14", "xmm15", "memory");
  return call == 0;
#else
  (void)number, (void)left, (void)right;
  return false;
#endif
}

static bool is_register(const uint8_t *place, const uint8_t *left, const uint8_t *right) {
  for (size_t i = 0; i < TEST_REGISTER_BYTES; i++) {
    if ((place[i] ^ left[i]) != right[i]) return false;
  }
  return true;
}

long test_places_of_register(const uint8_t *left, const uint8_t *right) {
  enum { MOST = 1024 };
  struct test_mapping *mappings = calloc(MOST, sizeof *mappings);
  long count = mappings == NULL ? -1 : test_read_mappings(getpid(), mappings, MOST);
  long places = 0;
  for (long i = 0; i < count && i < MOST; i++) {
    if (strncmp(mappings[i].permissions, "rw", 2) != 0 || mappings[i].resident == 0) continue;
    const uint8_t *start = (const uint8_t *)(uintptr_t)mappings[i].start;
    const uint8_t *end = (const uint8_t *)(uintptr_t)mappings[i].end;
    for (; start + TEST_REGISTER_BYTES <= end; start++) places += is_register(start, left, right);
  }
  free(mappings);
  return count < 0 ? -1 : places;
}
