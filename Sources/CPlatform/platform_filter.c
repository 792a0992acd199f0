#define _GNU_SOURCE
#include "platform_filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform_inner.h"
#include "platform_internal.h"
#include "platform_sandbox.h"

#if defined(__x86_64__)
enum { MACHINE = AUDIT_ARCH_X86_64, HAS_OTHER_NUMBERS = 1 };
#elif defined(__aarch64__)
enum { MACHINE = AUDIT_ARCH_AARCH64, HAS_OTHER_NUMBERS = 0 };
#else
enum { MACHINE = 0, HAS_OTHER_NUMBERS = 0 };
#endif

static void add(struct writer *writer, uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
  writer->steps[writer->count++] = (struct sock_filter){.code = code, .jt = yes, .jf = no, .k = value};
}

static void load(struct writer *writer, size_t offset) {
  add(writer, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

/// The number of steps of a test.
static uint8_t length_of(const struct test *test) {
  switch (test->kind) {
  case NOTHING: return 0;
  case BITS: return test->mask == UINT32_MAX ? 2 : 3;
  case WHOLE: return 4;
  default: return 2;
  }
}

static uint32_t wanted_of(const struct test *test) {
  switch (test->kind) {
  case OURSELVES: return (uint32_t)getpid();
  case LINE: return (uint32_t)platform_restore_helper_line();
  case LEADER: return (uint32_t)platform_leader();
  default: return test->value;
  }
}

/// Skips the rule, `rest` steps after those of the test, if an argument differs.
static void add_test(struct writer *writer, const struct test *test, uint8_t rest) {
  if (test->kind == NOTHING) return;
  // Both supported machines have the lower half first.
  size_t place = offsetof(struct seccomp_data, args) + test->argument * sizeof(uint64_t);
  if (test->kind == WHOLE) {
    load(writer, place + sizeof(uint32_t));
    add(writer, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, (uint8_t)(rest + 2));
  }
  load(writer, place);
  if (test->kind == BITS && test->mask != UINT32_MAX) {
    add(writer, BPF_ALU | BPF_AND | BPF_K, test->mask, 0, 0);
  }
  add(writer, BPF_JMP | BPF_JEQ | BPF_K, wanted_of(test), 0, rest);
}

static void add_rule(struct writer *writer, const struct rule *rule) {
  enum { TESTS = sizeof rule->tests / sizeof *rule->tests };
  uint8_t rest = 1;
  for (int i = 0; i < TESTS; i++) rest += length_of(&rule->tests[i]);
  load(writer, offsetof(struct seccomp_data, nr));
  add(writer, BPF_JMP | BPF_JEQ | BPF_K, rule->call, 0, rest);
  for (int i = 0; i < TESTS; i++) {
    rest -= length_of(&rule->tests[i]);
    add_test(writer, &rule->tests[i], rest);
  }
  add(writer, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

void platform_filter_write(
    struct writer *writer, const struct rule *rules, size_t count, unsigned needs) {
  load(writer, offsetof(struct seccomp_data, arch));
  add(writer, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)MACHINE, 1, 0);
  add(writer, BPF_RET | BPF_K, SECCOMP_RET_TRAP, 0, 0);
  // Not a call at all: a tracer, which an unprivileged program cannot be, has removed it.
  load(writer, offsetof(struct seccomp_data, nr));
  add(writer, BPF_JMP | BPF_JEQ | BPF_K, UINT32_MAX, 0, 1);
  add(writer, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  if (HAS_OTHER_NUMBERS) {
    // The calls of x32 have this bit.
    load(writer, offsetof(struct seccomp_data, nr));
    add(writer, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    add(writer, BPF_RET | BPF_K, SECCOMP_RET_TRAP, 0, 0);
  }
  for (size_t i = 0; i < count; i++) {
    if (rules[i].needs == 0 || rules[i].needs & needs) add_rule(writer, &rules[i]);
  }
  add(writer, BPF_RET | BPF_K, SECCOMP_RET_TRAP, 0, 0);
}

int platform_has_call_filter(void) {
  uint32_t answer = SECCOMP_RET_TRAP;
  return MACHINE != 0 && syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &answer) == 0;
}

int platform_filter_apply(const struct writer *writer, unsigned flags) {
  if (MACHINE == 0) {
    errno = ENOSYS;
    return -1;
  }
  struct sock_fprog program = {.len = writer->count, .filter = writer->steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) != 0) return -1;
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  if (result > 0) errno = ESRCH;
  return result == 0 ? 0 : -1;
}
