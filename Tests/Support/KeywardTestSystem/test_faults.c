#define _GNU_SOURCE
#include "test_faults.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int test_fork(void) { return fork(); }

static int install(struct sock_filter *filter, unsigned short length) {
  struct sock_fprog program = {.len = length, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
#define FAIL(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((error) & SECCOMP_RET_DATA))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

int test_deny_call(int number, int error) {
  struct sock_filter filter[] = {
      LOAD(nr), SKIP_UNLESS((unsigned)number, 1), FAIL(error), ALLOW};
  return install(filter, sizeof filter / sizeof *filter);
}

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

int test_deny_named(const char *name, int error) {
  static const struct {
    const char *name;
    int number;
  } calls[] = {
      {"brk", SYS_brk},
      {"clone", SYS_clone},
      {"close_range", SYS_close_range},
      {"epoll_create1", SYS_epoll_create1},
      {"pidfd_open", SYS_pidfd_open},
      {"pidfd_send_signal", SYS_pidfd_send_signal},
      {"eventfd", SYS_eventfd2},
      {"kill", SYS_kill},
      {"pipe2", SYS_pipe2},
      {"rt_sigaction", SYS_rt_sigaction},
      {"rt_sigprocmask", SYS_rt_sigprocmask},
      {"setsid", SYS_setsid},
      {"sigaltstack", SYS_sigaltstack},
      {"waitid", SYS_waitid},
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    if (strcmp(calls[i].name, name) == 0) return test_deny_call(calls[i].number, error);
  }
  return EINVAL;
}

/// Compares the low half of the argument; lengths and options here are small.
static int deny_with_argument(int number, int index, unsigned value, int error) {
  unsigned offset = offsetof(struct seccomp_data, args) + 8 * (unsigned)index;
  struct sock_filter filter[] = {
      LOAD(nr),
      SKIP_UNLESS((unsigned)number, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset),
      SKIP_UNLESS(value, 1),
      FAIL(error),
      ALLOW,
  };
  return install(filter, sizeof filter / sizeof *filter);
}

// Newer than the headers of some systems.
#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif

int test_deny_lock(int error) {
  int code = test_deny_secret_memory();
  return code != 0 ? code : test_deny_call(SYS_mlock, error);
}

int test_deny_secret_memory(void) { return test_deny_call(SYS_memfd_secret, ENOSYS); }

int test_deny_closing(int layer) {
  return layer == 0 ? deny_with_argument(SYS_seccomp, 0, SECCOMP_SET_MODE_FILTER, EPERM)
                    : test_deny_call(SYS_landlock_restrict_self, EPERM);
}

int test_deny_sandbox(int has_filter) {
  int code = test_deny_call(SYS_landlock_create_ruleset, EOPNOTSUPP);
  return code != 0 || has_filter ? code : test_deny_call(SYS_seccomp, EINVAL);
}

int test_deny_mapping(size_t length, int error) {
  return deny_with_argument(SYS_mmap, 1, (unsigned)length, error);
}

int test_deny_protection(int error) { return test_deny_call(SYS_mprotect, error); }

int test_deny_prctl(int option, int error) {
  return deny_with_argument(SYS_prctl, 0, (unsigned)option, error);
}

int test_swallow_hardening(void) {
  int code = test_deny_prctl(PR_SET_DUMPABLE, 0);
  return code != 0 ? code : deny_with_argument(SYS_prlimit64, 1, RLIMIT_CORE, 0);
}

int test_become_ordinary(uint64_t lock_limit) {
  struct rlimit limit = {.rlim_cur = lock_limit, .rlim_max = lock_limit};
  if (setrlimit(RLIMIT_MEMLOCK, &limit) != 0) return errno;
  if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) return errno;
  return 0;
}

int test_limit_files(uint64_t limit) {
  // The hard limit stays, for the writes of the test itself afterwards.
  struct rlimit limits;
  if (getrlimit(RLIMIT_FSIZE, &limits) != 0) return errno;
  limits.rlim_cur = limit < limits.rlim_max ? limit : limits.rlim_max;
  return setrlimit(RLIMIT_FSIZE, &limits) == 0 ? 0 : errno;
}

static void ignore(int number) { (void)number; }

int test_interrupt_every_millisecond(void) {
  struct sigaction action = {.sa_handler = ignore};
  // Another thread would take the signals of a process.
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGALRM};
  event._sigev_un._tid = gettid();
  struct itimerspec every = {.it_interval = {.tv_nsec = 1000000}, .it_value = {.tv_nsec = 1000000}};
  timer_t timer;
  if (sigaction(SIGALRM, &action, NULL) != 0) return errno;
  // The threads of a pool block signals.
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  if (pthread_sigmask(SIG_UNBLOCK, &alarm, NULL) != 0) return EINVAL;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return errno;
  return timer_settime(timer, 0, &every, NULL) == 0 ? 0 : errno;
}

int test_set_pipe_size(int descriptor, int bytes) {
  return fcntl(descriptor, F_SETPIPE_SZ, bytes) >= 0 ? 0 : errno;
}
