#define _GNU_SOURCE
#include <asm/ioctls.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "platform_filter.h"
#include "platform_internal.h"
#include "platform_sandbox.h"

#define IS(number, wanted) {BITS, number, UINT32_MAX, wanted}
#define HAS(number, bits, wanted) {BITS, number, bits, wanted}
#define LACKS(number, bits) {BITS, number, bits, 0}
#define NONE(number) {WHOLE, number, 0, 0}
#define SELF(number) {OURSELVES, number, 0, 0}
#define TO_HELPER(number) {LINE, number, 0, 0}
#define TO_LEADER(number) {LEADER, number, 0, 0}

/// Requests for terminals that newer C libraries use in place of those without the 2.
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
  CHANGES_FILES = O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY),
  /// News of a terminal that is given back.
  GIVEN_BACK = IN_CLOSE_WRITE | IN_CLOSE_NOWRITE | IN_ATTRIB,
};

/// All allowed calls. Those of every key come first, since the kernel does not cache calls with
/// tests; if a call has several rules, any of them suffices.
static const struct rule rules[] = {
    {SYS_ioctl, 0, {IS(1, TIOCGPGRP)}},
    {SYS_ioctl, 0, {IS(1, TCGETS)}},
    {SYS_ioctl, 0, {IS(1, (uint32_t)GET_SETTINGS_2)}},
    {SYS_ioctl, 0, {IS(1, FIONREAD)}},
    {SYS_ioctl, 0, {IS(1, TIOCGWINSZ)}},
    // A region is opened and closed, and never becomes code.
    {SYS_mprotect, 0, {LACKS(2, PROT_EXEC)}},
    // Input and output on open files.
    {SYS_read, 0, {}},
    {SYS_write, 0, {}},
    {SYS_writev, 0, {}},
#ifdef SYS_poll
    {SYS_poll, 0, {}},
#endif
    {SYS_ppoll, 0, {}},
    {SYS_close, 0, {}},
    {SYS_lseek, 0, {}},
    // Leaving a terminal, taking it again, and asking for its size.
    {SYS_ioctl, 0, {IS(1, TCSETS)}},
    {SYS_ioctl, 0, {IS(1, TCSETSW)}},
    {SYS_ioctl, 0, {IS(1, TCSETSF)}},
    {SYS_ioctl, 0, {IS(1, SET_SETTINGS_2)}},
    {SYS_ioctl, 0, {IS(1, SET_SETTINGS_DRAINED_2)}},
    {SYS_ioctl, 0, {IS(1, SET_SETTINGS_FLUSHED_2)}},
    {SYS_ioctl, 0, {IS(1, TCFLSH)}},
    // To drain; with 0 it would send a break.
    {SYS_ioctl, 0, {IS(1, TCSBRK), IS(2, 1)}},
    {SYS_ioctl, 0, {IS(1, TIOCGSID)}},
    {SYS_flock, 0, {}},
    {SYS_fcntl, 0, {IS(1, F_GETFD)}},
    {SYS_fcntl, 0, {IS(1, F_GETFL)}},
    {SYS_fcntl, 0, {IS(1, F_SETLK)}},
    {SYS_fcntl, 0, {IS(1, F_GETLK)}},
    // Sets its times to now, which tells waiting processes.
    {SYS_utimensat, 0, {NONE(1), NONE(2)}},
    {SYS_inotify_init1, 0, {}},
    {SYS_inotify_add_watch, 0, {IS(2, GIVEN_BACK)}},
    // Memory.
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
    // The C library names its memory if it is told to.
    {SYS_prctl, 0, {IS(0, NAME_MAPPINGS)}},
    {SYS_getrandom, 0, {}},
    // Telling the restore helper of terminals that are taken and left, and waiting for its end.
    {SYS_sendmsg, 0, {TO_HELPER(0)}},
    {SYS_wait4, 0, {}},
    // Signals, those to ourselves on the way out included.
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
    {SYS_kill, GROUP, {IS(0, 0), IS(1, SIGINT)}},
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
    // Examining open files, also for C libraries that have no other call for it.
    {SYS_fstat, 0, {}},
    {SYS_newfstatat, 0, {HAS(3, AT_EMPTY_PATH, AT_EMPTY_PATH)}},
    {SYS_fstatfs, 0, {}},

    // Files are read and terminals opened; none are created. The access mode that is neither would pass
    // by Landlock.
    {SYS_openat, FILES, {HAS(2, CHANGES_FILES | O_ACCMODE, O_RDONLY)}},
    {SYS_openat, FILES, {HAS(2, CHANGES_FILES | O_ACCMODE, O_RDWR)}},
#ifdef SYS_open
    {SYS_open, FILES, {HAS(1, CHANGES_FILES | O_ACCMODE, O_RDONLY)}},
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
    {SYS_epoll_wait, TERMINAL, {}},
#endif
    {SYS_epoll_pwait, TERMINAL, {}},
    {SYS_kill, TERMINAL, {TO_LEADER(0), IS(1, SIGCONT)}},
    {SYS_kill, TERMINAL, {TO_LEADER(0), IS(1, SIGHUP)}},
};

/// All calls allowed to the restore helper: to hear of terminals, and to leave one.
static const struct rule rules_of_helper[] = {
    {SYS_recvmsg, 0, {}},
    {SYS_close, 0, {}},
    {SYS_ioctl, 0, {IS(1, TCGETS)}},
    {SYS_ioctl, 0, {IS(1, (uint32_t)GET_SETTINGS_2)}},
    {SYS_ioctl, 0, {IS(1, TCSETS)}},
    {SYS_ioctl, 0, {IS(1, SET_SETTINGS_2)}},
    {SYS_ioctl, 0, {IS(1, TCFLSH)}},
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

int platform_filter_calls(unsigned needs) {
  static struct sock_filter steps[PLATFORM_FRAME_STEPS + RULES * PLATFORM_RULE_STEPS];
  struct writer writer = {.steps = steps};
  platform_filter_write(&writer, rules, RULES, needs);
  // Applies to all threads; if one of them cannot take it, the result is its number.
  return platform_filter_apply(&writer, SECCOMP_FILTER_FLAG_TSYNC);
}

int platform_filter_restore_helper(void) {
  struct sock_filter steps[PLATFORM_FRAME_STEPS + RULES_OF_HELPER * PLATFORM_RULE_STEPS];
  struct writer writer = {.steps = steps};
  platform_filter_write(&writer, rules_of_helper, RULES_OF_HELPER, 0);
  return platform_filter_apply(&writer, 0);
}
