#define _GNU_SOURCE
#include "platform_sandbox.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/input.h>
#include <linux/kd.h>
#include <linux/seccomp.h>
#include <linux/vt.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform_caller.h"

enum test_kind {
  NOTHING,
  /// The lower half of the argument, masked with `mask`, equals `value`. The upper half is ignored,
  /// since it is undefined for an `int`.
  BITS,
  /// All 64 bits equal `value`, which fits in 32 bits.
  WHOLE,
  /// The argument equals our process ID, the channel to the helper, the process ID of the leader,
  /// the pidfd of the caller, or its process ID, respectively. These values are known only when the
  /// filter is built.
  OURSELVES,
  LINE,
  LEADER,
  CALLER_END,
  CALLER_PROCESS,
};

struct test {
  uint8_t kind;
  uint8_t argument;
  uint32_t mask;
  uint32_t value;
};

/// A system call that is allowed if all tests pass and the program has at least one of `needs`. If
/// `needs` is 0, the tests alone decide.
struct rule {
  uint16_t call;
  uint16_t needs;
  struct test tests[3];
};

struct writer {
  struct sock_filter *steps;
  unsigned short count;
  int line;
  int leader;
};

enum {
  PLATFORM_FRAME_STEPS = 12,
  /// An upper bound on the instructions of a rule: its tests, loading and testing the call number,
  /// and the result.
  PLATFORM_RULE_STEPS = 3 * 5 + 3,
};

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

static uint8_t length_of(const struct test *test) {
  switch (test->kind) {
  case NOTHING: return 0;
  case BITS: return test->mask == UINT32_MAX ? 2 : 3;
  case WHOLE: return 4;
  default: return 2;
  }
}

static uint32_t wanted_of(const struct writer *writer, const struct test *test) {
  switch (test->kind) {
  case OURSELVES: return (uint32_t)getpid();
  case LINE: return (uint32_t)writer->line;
  case LEADER: return (uint32_t)writer->leader;
  case CALLER_END: return (uint32_t)platform_caller_descriptor();
  case CALLER_PROCESS:
    // 0 would be the whole group.
    return (uint32_t)(platform_caller_process() > 0 ? platform_caller_process() : getpid());
  default: return test->value;
  }
}

/// Adds a test of an argument. If the test fails, the filter skips the next `rest` instructions,
/// which are the remainder of the rule.
static void add_test(struct writer *writer, const struct test *test, uint8_t rest) {
  if (test->kind == NOTHING) return;
  // Both supported machines are little-endian.
  size_t place = offsetof(struct seccomp_data, args) + test->argument * sizeof(uint64_t);
  if (test->kind == WHOLE) {
    load(writer, place + sizeof(uint32_t));
    add(writer, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, (uint8_t)(rest + 2));
  }
  load(writer, place);
  if (test->kind == BITS && test->mask != UINT32_MAX) {
    add(writer, BPF_ALU | BPF_AND | BPF_K, test->mask, 0, 0);
  }
  add(writer, BPF_JMP | BPF_JEQ | BPF_K, wanted_of(writer, test), 0, rest);
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

static void write_filter(
    struct writer *writer, const struct rule *rules, size_t count, unsigned needs) {
  load(writer, offsetof(struct seccomp_data, arch));
  add(writer, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)MACHINE, 1, 0);
  add(writer, BPF_RET | BPF_K, SECCOMP_RET_TRAP, 0, 0);
  // The number -1 is not a call: a privileged tracer has cancelled the call.
  load(writer, offsetof(struct seccomp_data, nr));
  add(writer, BPF_JMP | BPF_JEQ | BPF_K, UINT32_MAX, 0, 1);
  add(writer, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  if (HAS_OTHER_NUMBERS) {
    // x32 calls have this bit.
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

static int apply(const struct writer *writer, unsigned flags) {
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

#define IS(number, wanted) {BITS, number, UINT32_MAX, wanted}
#define HAS(number, bits, wanted) {BITS, number, bits, wanted}
#define LACKS(number, bits) {BITS, number, bits, 0}
#define NONE(number) {WHOLE, number, 0, 0}
#define SELF(number) {OURSELVES, number, 0, 0}
#define TO_HELPER(number) {LINE, number, 0, 0}
#define TO_LEADER(number) {LEADER, number, 0, 0}
#define TO_CALLER(number) {CALLER_END, number, 0, 0}

/// TCGETS2, TCSETS2, TCSETSW2 and TCSETSF2, which newer C libraries use.
enum {
  GET_SETTINGS_2 = (int)0x802c542a,
  SET_SETTINGS_2 = 0x402c542b,
  SET_SETTINGS_DRAINED_2 = 0x402c542c,
  SET_SETTINGS_FLUSHED_2 = 0x402c542d,
};

enum {
  NAME_MAPPINGS = 0x53564d41,
  GROUP = PLATFORM_NEEDS_GROUP,
  FILES = PLATFORM_NEEDS_FILES,
  PROCESSES = PLATFORM_NEEDS_PROCESSES,
  SOCKETS = PLATFORM_NEEDS_SOCKETS,
  TERMINAL = PLATFORM_NEEDS_TERMINAL,
  LENDING = PLATFORM_NEEDS_LENDING,
  DEVICES = PLATFORM_NEEDS_DEVICES,
  NEW_DEVICES = PLATFORM_NEEDS_NEW_DEVICES,
  CALLER = PLATFORM_NEEDS_CALLER,
  CHANGES_FILES = O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY),
  GIVEN_BACK = IN_CLOSE_WRITE | IN_CLOSE_NOWRITE | IN_ATTRIB,
};

/// The filter tests the rules in this order, so the calls made at every key press are first. Of
/// these, the calls with tested arguments are first, because the kernel runs the filter each time
/// for such a call, but can cache the result for any other call. If a call has several rules, it is
/// allowed if any of them matches.
static const struct rule rules[] = {
    {SYS_ioctl, 0, {IS(1, TIOCGPGRP)}},
    {SYS_ioctl, 0, {IS(1, TCGETS)}},
    {SYS_ioctl, 0, {IS(1, (uint32_t)GET_SETTINGS_2)}},
    {SYS_ioctl, 0, {IS(1, FIONREAD)}},
    {SYS_ioctl, 0, {IS(1, TIOCGWINSZ)}},
    // Regions are made accessible and inaccessible, but never executable.
    {SYS_mprotect, 0, {LACKS(2, PROT_EXEC)}},
    {SYS_read, 0, {}},
    {SYS_write, 0, {}},
    {SYS_writev, 0, {}},
#ifdef SYS_poll
    {SYS_poll, 0, {}},
#endif
    {SYS_ppoll, 0, {}},
    {SYS_close, 0, {}},
    {SYS_lseek, 0, {}},
    // Restoring a terminal, taking it again, and getting its size.
    {SYS_ioctl, 0, {IS(1, TCSETS)}},
    {SYS_ioctl, 0, {IS(1, TCSETSW)}},
    {SYS_ioctl, 0, {IS(1, TCSETSF)}},
    {SYS_ioctl, 0, {IS(1, SET_SETTINGS_2)}},
    {SYS_ioctl, 0, {IS(1, SET_SETTINGS_DRAINED_2)}},
    {SYS_ioctl, 0, {IS(1, SET_SETTINGS_FLUSHED_2)}},
    {SYS_ioctl, 0, {IS(1, TCFLSH)}},
    // Waits for output; with 0 it would send a break.
    {SYS_ioctl, 0, {IS(1, TCSBRK), IS(2, 1)}},
    {SYS_ioctl, 0, {IS(1, TIOCGSID)}},
    {SYS_ioctl, 0, {IS(1, KDFONTOP)}},
    {SYS_ioctl, 0, {IS(1, GIO_UNIMAP)}},
    {SYS_ioctl, 0, {IS(1, PIO_UNIMAP)}},
    {SYS_ioctl, 0, {IS(1, PIO_UNIMAPCLR)}},
    {SYS_flock, 0, {}},
    {SYS_fcntl, 0, {IS(1, F_GETFD)}},
    {SYS_fcntl, 0, {IS(1, F_GETFL)}},
    {SYS_fcntl, 0, {IS(1, F_SETLK)}},
    {SYS_fcntl, 0, {IS(1, F_GETLK)}},
    // Sets the times of an open terminal to now, which wakes processes that wait for it.
    {SYS_utimensat, 0, {NONE(1), NONE(2)}},
    {SYS_inotify_init1, 0, {}},
    {SYS_inotify_add_watch, 0, {IS(2, GIVEN_BACK)}},
    {SYS_brk, 0, {}},
    {SYS_mmap, 0, {LACKS(2, PROT_EXEC), HAS(3, MAP_ANONYMOUS, MAP_ANONYMOUS)}},
    {SYS_munmap, 0, {}},
    {SYS_mremap, 0, {}},
    {SYS_madvise, 0, {}},
    {SYS_mlock, 0, {}},
#ifdef SYS_mlock2
    {SYS_mlock2, 0, {}},
#endif
    {SYS_munlock, 0, {}},
    // The C library may name its mappings.
    {SYS_prctl, 0, {IS(0, NAME_MAPPINGS)}},
    {SYS_getrandom, 0, {}},
    // Passing terminals to the restore helper, and waiting for its end.
    {SYS_sendmsg, 0, {TO_HELPER(0)}},
    {SYS_wait4, 0, {}},
    // Signals, including those to ourselves at the exit.
    {SYS_rt_sigreturn, 0, {}},
    {SYS_rt_sigprocmask, 0, {}},
    {SYS_rt_sigaction, 0, {}},
    {SYS_rt_sigpending, 0, {}},
    {SYS_rt_sigtimedwait, 0, {}},
    {SYS_sigaltstack, 0, {}},
    {SYS_restart_syscall, 0, {}},
    {SYS_kill, 0, {SELF(0)}},
    {SYS_tgkill, 0, {SELF(0)}},
    {SYS_kill, GROUP, {IS(0, 0), IS(1, SIGTSTP)}},
    {SYS_kill, GROUP | CALLER, {IS(0, 0), IS(1, SIGINT)}},
    {SYS_kill, CALLER, {{CALLER_PROCESS, 0, 0, 0}}},
#ifdef SYS_pidfd_send_signal
    {SYS_pidfd_send_signal, CALLER, {TO_CALLER(0), NONE(2), IS(3, 0)}},
#endif
    {SYS_exit, 0, {}},
    {SYS_exit_group, 0, {}},
    // Time, waiting, and our own ids.
    {SYS_clock_gettime, 0, {}},
    {SYS_gettimeofday, 0, {}},
    {SYS_clock_nanosleep, 0, {}},
    {SYS_nanosleep, 0, {}},
    {SYS_futex, 0, {}},
    {SYS_getpid, 0, {}},
    {SYS_gettid, 0, {}},
    {SYS_getppid, 0, {}},
#ifdef SYS_getpgrp
    {SYS_getpgrp, 0, {}},
#endif
    {SYS_getpgid, 0, {}},
    {SYS_getsid, 0, {}},
    {SYS_getuid, 0, {}},
    {SYS_geteuid, 0, {}},
    {SYS_getgid, 0, {}},
    {SYS_getegid, 0, {}},
    {SYS_uname, 0, {}},
    {SYS_prlimit64, 0, {IS(0, 0), NONE(2)}},
    // Examining open files, with an alternative for C libraries without `fstat`.
    {SYS_fstat, 0, {}},
    {SYS_newfstatat, 0, {HAS(3, AT_EMPTY_PATH, AT_EMPTY_PATH)}},
    {SYS_fstatfs, 0, {}},

    // Files are read and terminals opened; none are created. O_ACCMODE as an access mode would
    // bypass Landlock. Devices plugged in later are only read: a process that can write to a
    // keyboard can inject keys.
    {SYS_openat, FILES | NEW_DEVICES, {HAS(2, CHANGES_FILES | O_ACCMODE, O_RDONLY)}},
    {SYS_openat, FILES, {HAS(2, CHANGES_FILES | O_ACCMODE, O_RDWR)}},
#ifdef SYS_open
    {SYS_open, FILES | NEW_DEVICES, {HAS(1, CHANGES_FILES | O_ACCMODE, O_RDONLY)}},
    {SYS_open, FILES, {HAS(1, CHANGES_FILES | O_ACCMODE, O_RDWR)}},
    {SYS_readlink, FILES, {}},
#endif
    {SYS_readlinkat, FILES, {}},
    {SYS_newfstatat, FILES, {}},
    {SYS_statx, FILES, {}},
    {SYS_getdents64, FILES, {}},
    {SYS_inotify_add_watch, FILES, {}},
    {SYS_inotify_rm_watch, FILES, {}},
    {SYS_utimensat, FILES, {NONE(2)}},
    {SYS_ioctl, FILES, {IS(1, TIOCGDEV)}},
#ifdef SYS_pidfd_open
    {SYS_pidfd_open, FILES, {}},
#endif
    {SYS_kill, PROCESSES, {IS(1, 0)}},
    {SYS_socket, SOCKETS, {IS(0, AF_UNIX), HAS(1, 0xff, SOCK_DGRAM)}},
    {SYS_connect, SOCKETS, {}},
    {SYS_ioctl, TERMINAL, {IS(1, TIOCSWINSZ)}},
#ifdef SYS_epoll_wait
    {SYS_epoll_wait, TERMINAL | DEVICES, {}},
#endif
    {SYS_epoll_pwait, TERMINAL | DEVICES, {}},
    {SYS_kill, TERMINAL, {TO_LEADER(0), IS(1, SIGCONT)}},
    {SYS_kill, TERMINAL, {TO_LEADER(0), IS(1, SIGHUP)}},
    {SYS_accept4, LENDING, {}},
    {SYS_kill, LENDING, {IS(1, SIGWINCH)}},
    {SYS_kill, LENDING, {IS(1, SIGCONT)}},
    {SYS_getsockopt, LENDING, {IS(1, SOL_SOCKET), IS(2, SO_PEERCRED)}},
    {SYS_recvmsg, LENDING, {}},
    {SYS_sendmsg, LENDING, {}},
#ifdef SYS_unlink
    {SYS_unlink, LENDING, {}},
#endif
    {SYS_unlinkat, LENDING, {}},
    // Queries of an input device's capabilities and state, but no change of its keys and ranges.
    {SYS_ioctl, DEVICES, {HAS(1, 0xc000ff00, _IOC_READ << _IOC_DIRSHIFT | 'E' << _IOC_TYPESHIFT)}},
    {SYS_ioctl, DEVICES, {IS(1, (uint32_t)EVIOCGRAB)}},
    {SYS_ioctl, DEVICES, {IS(1, VT_ACTIVATE)}},
    {SYS_epoll_create1, DEVICES, {}},
    {SYS_epoll_ctl, DEVICES, {}},
};

/// The calls of the restore helper, which only receives terminals and restores one of them.
static const struct rule rules_of_helper[] = {
    {SYS_recvmsg, 0, {}},
    {SYS_close, 0, {}},
#ifdef SYS_pidfd_send_signal
    {SYS_pidfd_send_signal, 0, {IS(1, 0), NONE(2), IS(3, 0)}},
    {SYS_pidfd_send_signal, 0, {IS(1, SIGCONT), NONE(2), IS(3, 0)}},
    {SYS_pidfd_send_signal, 0, {IS(1, SIGSTOP), NONE(2), IS(3, 0)}},
    {SYS_pidfd_send_signal, 0, {TO_CALLER(0), NONE(2), IS(3, 0)}},
#endif
    {SYS_ioctl, 0, {IS(1, TCGETS)}},
    {SYS_ioctl, 0, {IS(1, (uint32_t)GET_SETTINGS_2)}},
    {SYS_ioctl, 0, {IS(1, TCSETS)}},
    {SYS_ioctl, 0, {IS(1, SET_SETTINGS_2)}},
    {SYS_ioctl, 0, {IS(1, TCFLSH)}},
    {SYS_ioctl, 0, {IS(1, KDFONTOP)}},
    {SYS_ioctl, 0, {IS(1, PIO_UNIMAP)}},
    {SYS_ioctl, 0, {IS(1, PIO_UNIMAPCLR)}},
    {SYS_fcntl, 0, {IS(1, F_SETLK)}},
    {SYS_fcntl, 0, {IS(1, F_SETLKW)}},
    {SYS_flock, 0, {IS(1, LOCK_UN)}},
#ifdef SYS_poll
    {SYS_poll, 0, {}},
#endif
    {SYS_ppoll, 0, {}},
    {SYS_epoll_create1, 0, {}},
    {SYS_epoll_ctl, 0, {}},
#ifdef SYS_epoll_wait
    {SYS_epoll_wait, 0, {}},
#endif
    {SYS_epoll_pwait, 0, {}},
    {SYS_read, 0, {}},
    {SYS_write, 0, {}},
    {SYS_mlock, 0, {}},
    {SYS_clock_gettime, 0, {}},
    {SYS_restart_syscall, 0, {}},
    {SYS_exit, 0, {}},
    {SYS_exit_group, 0, {}},
};

enum {
  RULES = sizeof rules / sizeof *rules,
  RULES_OF_HELPER = sizeof rules_of_helper / sizeof *rules_of_helper,
};

int platform_filter_calls(unsigned needs, int line, int leader) {
  static struct sock_filter steps[PLATFORM_FRAME_STEPS + RULES * PLATFORM_RULE_STEPS];
  struct writer writer = {.steps = steps, .line = line, .leader = leader};
  write_filter(&writer, rules, RULES, needs);
  // The flag applies the filter to all threads. If that fails for one of them, the call returns its
  // thread ID.
  return apply(&writer, SECCOMP_FILTER_FLAG_TSYNC);
}

int platform_filter_restore_helper(void) {
  struct sock_filter steps[PLATFORM_FRAME_STEPS + RULES_OF_HELPER * PLATFORM_RULE_STEPS];
  struct writer writer = {.steps = steps};
  write_filter(&writer, rules_of_helper, RULES_OF_HELPER, 0);
  return apply(&writer, 0);
}
