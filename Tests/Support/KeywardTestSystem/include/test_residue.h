// A search for pieces of a secret in memory, also spread out over arrays of events or cells.

#ifndef TEST_RESIDUE_H
#define TEST_RESIDUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One mapping of a process, as `/proc/PID/smaps` describes it.
struct test_mapping {
  uint64_t start;
  uint64_t end;
  char permissions[5];
  /// A path, `[heap]`, or empty.
  char name[96];
  /// The resident memory and the locked memory in KiB.
  uint64_t resident;
  uint64_t locked;
  /// The two-letter flags, each followed by a blank.
  char flags[128];
};

/// Reads the mappings of `process` and stores the first `capacity`; returns the number of all, or a
/// negative errno.
long test_read_mappings(int process, struct test_mapping *mappings, size_t capacity);

/// A piece of the secret found in memory.
struct test_match {
  /// The offset of its first byte in the searched memory.
  size_t offset;
  /// The distance of one byte to the next.
  size_t stride;
  /// The index of its first byte in the secret.
  size_t start;
  /// The number of consecutive bytes of the secret.
  size_t length;
};

/// Searches `size` bytes of `memory` for `least` or more consecutive bytes of `secret` at every
/// stride from `first_stride` to `last_stride`. A piece begins at a multiple of `unit` in the
/// secret, with a byte other than 0, and is reported once. Stores the first `capacity` matches and
/// returns the number of all.
size_t test_find_residue(
    const uint8_t *memory, size_t size, const uint8_t *secret, size_t secret_size, size_t least,
    size_t unit, size_t first_stride, size_t last_stride, struct test_match *matches, size_t capacity);

enum { TEST_MARKED_STACK = 8192 };

/// Leaves that many bytes of `mark` on the stack below the caller, like the variables of a call.
void test_mark_stack(uint8_t mark);

/// Copies the `size` bytes of stack below the caller's frame, with the remains of returned calls.
void test_copy_stack(void *room, size_t size);

enum { TEST_REGISTER_BYTES = 16 };

/// Sends a signal to this thread while a vector register holds bytes that are nowhere in memory: each
/// byte of `left` with that of `right` by exclusive or. Returns false if this processor is not known
/// here.
bool test_signal_with_register(int number, const uint8_t *left, const uint8_t *right);

/// The number of places in the writable memory of this process with the bytes of that register.
long test_places_of_register(const uint8_t *left, const uint8_t *right);

#endif
