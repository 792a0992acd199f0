#define _GNU_SOURCE
#include "platform_stand_in.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform_internal.h"

enum { STACK_BYTES = 12288, ROOM_BYTES = 4096 };

/// Its stack, and its room for wiping unread input.
static struct {
  unsigned char stack[STACK_BYTES];
  unsigned char room[ROOM_BYTES];
} own __attribute__((aligned(4096)));

/// The stand-in; 0 for none.
static pid_t stand_in;

/// Waits for one of the signals, all of which are held back; a continuation after a stop may also
/// end the wait. The C library's function would write to `errno`, which belongs to the process we
/// stand in for.
static void wait_for_signal(const sigset_t *set) {
#if defined(__x86_64__)
  long result = SYS_rt_sigtimedwait;
  register long size __asm__("r10") = _NSIG / 8;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(set), "S"(NULL), "d"(NULL), "r"(size)
                   : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long result __asm__("x0") = (long)set;
  register long number __asm__("x8") = SYS_rt_sigtimedwait;
  register long news __asm__("x1") = 0;
  register long time __asm__("x2") = 0;
  register long size __asm__("x3") = _NSIG / 8;
  __asm__ volatile("svc 0"
                   : "+r"(result)
                   : "r"(number), "r"(news), "r"(time), "r"(size)
                   : "memory");
#endif
}

/// The whole child. As long as the process it stands in for lives, it makes no call that could
/// fail, and touches only its stack; afterwards all shared memory is its own.
static int stand(void *argument) {
  pid_t watched = (pid_t)(intptr_t)argument;
  sigset_t all;
  sigfillset(&all);
  prctl(PR_SET_PDEATHSIG, (unsigned long)SIGTERM);
  while (getppid() == watched) wait_for_signal(&all);
  int is_locked = mlock(own.room, sizeof own.room) == 0;
  platform_terminal_leave_behind(is_locked ? own.room : NULL, sizeof own.room);
  _exit(0);
}

int platform_stand_in_start(void) {
#if !defined(__x86_64__) && !defined(__aarch64__)
  errno = ENOSYS;
  return -1;
#endif
  if (stand_in > 0 || platform_watcher_line() >= 0) return 0;
  sigset_t all, mask;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &mask);
  // No `wait` reports its end. Its files keep the terminal locked until then.
  pid_t child = clone(
      stand, own.stack + sizeof own.stack, CLONE_VM | CLONE_FILES | CLONE_FS,
      (void *)(intptr_t)getpid());
  int code = errno;
  sigprocmask(SIG_SETMASK, &mask, NULL);
  errno = code;
  if (child < 0) return -1;
  stand_in = child;
  // Killing our group does not kill this child.
  setpgid(child, child);
  return 0;
}

void platform_stand_in_lead(int process) {
  if (stand_in > 0) setpgid(process, stand_in);
}

void platform_stand_in_dismiss(void) {
  pid_t child = stand_in;
  if (child <= 0) return;
  stand_in = 0;
  int before = errno;
  kill(child, SIGKILL);
  while (waitpid(child, NULL, __WALL) < 0 && errno == EINTR) {
  }
  errno = before;
}
