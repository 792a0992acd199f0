// A filter of system calls, made of a table of those it allows.

#ifndef PLATFORM_FILTER_H
#define PLATFORM_FILTER_H

#include <linux/filter.h>
#include <stddef.h>
#include <stdint.h>

/// What an argument of a call must be.
enum test_kind {
  NOTHING,
  /// The bits of `mask` in the lower half are those of `value`: for `int`, whose upper half is anything.
  BITS,
  /// All 64 bits are those of `value`, which is small.
  WHOLE,
  /// This process.
  OURSELVES,
  /// The line to the watcher.
  LINE,
};

struct test {
  uint8_t kind;
  uint8_t argument;
  uint32_t mask;
  uint32_t value;
};

/// A call that is allowed where one of the needs is there, 0 for always, and all tests hold.
struct rule {
  uint16_t call;
  uint8_t needs;
  struct test tests[3];
};

/// A filter that is being written.
struct writer {
  struct sock_filter *steps;
  unsigned short count;
};

enum {
  /// The most steps before and behind the rules.
  PLATFORM_FRAME_STEPS = 12,
  /// The most steps of a rule: loads and jumps of tests on 64 bits, of the number of the call, the answer.
  PLATFORM_RULE_STEPS = 3 * 5 + 3,
};

/// Writes the filter of the rules that `needs` has.
void platform_filter_write(
    struct writer *writer, const struct rule *rules, size_t count, unsigned needs);

/// Puts a filter in force for this process, with flags of the kernel; 0, or -1 with `errno`.
int platform_filter_apply(const struct writer *writer, unsigned flags);

#endif
