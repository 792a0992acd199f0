// A filter of system calls, made from a table of the allowed ones.

#ifndef PLATFORM_FILTER_H
#define PLATFORM_FILTER_H

#include <linux/filter.h>
#include <stddef.h>
#include <stdint.h>

/// The condition on an argument of a call.
enum test_kind {
  NOTHING,
  /// The bits of `mask` in the lower half equal those of `value`: for `int`, whose upper half may
  /// be anything.
  BITS,
  /// All 64 bits equal those of `value`, which is small.
  WHOLE,
  /// The number of this process.
  OURSELVES,
  /// The line to the restore helper.
  LINE,
  /// The leader of the session on a pseudo-terminal of ours.
  LEADER,
};

struct test {
  uint8_t kind;
  uint8_t argument;
  uint32_t mask;
  uint32_t value;
};

/// A call that is allowed if one of the needs is there (0 for always) and all tests hold.
struct rule {
  uint16_t call;
  uint8_t needs;
  struct test tests[3];
};

/// A filter under construction.
struct writer {
  struct sock_filter *steps;
  unsigned short count;
};

enum {
  /// The most steps before and after the rules.
  PLATFORM_FRAME_STEPS = 12,
  /// The most steps of a rule: loads and jumps of tests on 64 bits, of the call's number, and the
  /// answer.
  PLATFORM_RULE_STEPS = 3 * 5 + 3,
};

/// Writes the filter of the rules for `needs`.
void platform_filter_write(
    struct writer *writer, const struct rule *rules, size_t count, unsigned needs);

/// Puts a filter in force for this process, with flags of the kernel; returns 0, or -1 with
/// `errno`.
int platform_filter_apply(const struct writer *writer, unsigned flags);

#endif
