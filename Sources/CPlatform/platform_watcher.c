#define _GNU_SOURCE
#include "platform_watcher.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "platform_device.h"
#include "platform_internal.h"

// Newer than some C libraries this is built with.
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

enum {
  STACK_BYTES = 28672,
  ROOM_BYTES = 4096,
  /// The longest wait for the end of the watcher.
  PATIENCE_MILLISECONDS = 50,
  /// The number of tries for a lock, a millisecond apart.
  MOST_TRIES = 50,
};

/// Our end of the line to the watcher, which waits at the other end; -1 for none.
static atomic_int line = -1;
/// The watcher, and a descriptor that tells of its end.
static pid_t watcher;
static int watcher_end = -1;

/// All of the watcher's own memory: its stack, and its room for wiping unread input.
static struct {
  unsigned char stack[STACK_BYTES];
  unsigned char room[ROOM_BYTES];
  struct platform_spare spare;
} own __attribute__((aligned(4096)));

// The line

/// The terminal and the lock go beside the message, if there are any.
union rights {
  struct cmsghdr header;
  unsigned char bytes[CMSG_SPACE(2 * sizeof(int))];
};

void platform_watcher_tell(unsigned number, int descriptor, int lock) {
  int end = atomic_load(&line);
  if (end < 0) return;
  int before = errno;
  int files[2] = {descriptor, lock};
  size_t size = (lock >= 0 ? 2 : 1) * sizeof(int);
  struct iovec part = {.iov_base = &number, .iov_len = sizeof number};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union rights rights;
  memset(&rights, 0, sizeof rights);
  if (number != 0) {
    rights.header = (struct cmsghdr){
        .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(size)};
    memcpy(CMSG_DATA(&rights.header), files, size);
    message.msg_control = &rights;
    message.msg_controllen = CMSG_SPACE(size);
  }
  // A watcher that hears nothing keeps another number than ours, and leaves nothing.
  while (sendmsg(end, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
  errno = before;
}

int platform_watcher_line(void) { return atomic_load(&line); }

/// The last message to the watcher.
struct charge {
  unsigned number;
  int terminal;
  int lock;
};

/// Keeps the descriptor of a terminal and closes any other. An attacker in the dialogue could send
/// its own end of the line, whose end would then never come.
static int terminal_or_none(int descriptor) {
  if (descriptor < 0 || isatty(descriptor)) return descriptor;
  close(descriptor);
  return -1;
}

/// Waits for news; 0 at the end of the watched process.
static int hear(int end, struct charge *charge) {
  unsigned number = 0;
  struct iovec part = {.iov_base = &number, .iov_len = sizeof number};
  union rights rights;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &rights, .msg_controllen = sizeof rights};
  ssize_t result = recvmsg(end, &message, MSG_CMSG_CLOEXEC);
  if (result < 0 && errno == EINTR) return 1;
  if (result <= 0) return 0;
  if (charge->lock >= 0) close(charge->lock);
  if (charge->terminal >= 0) close(charge->terminal);
  int files[2] = {-1, -1};
  const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL) memcpy(files, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
  *charge = (struct charge){
      .number = number, .terminal = terminal_or_none(files[0]), .lock = terminal_or_none(files[1])};
  return 1;
}

// The child

/// Tells whether no dialogue has begun on the terminal since. A dying one keeps its lock until its
/// files are closed, and the line may be the first of them.
static bool takes_lock(int lock) {
  if (lock < 0) return true;
  for (int tries = 0; tries < MOST_TRIES; tries++) {
    if (platform_lock_device(lock) != PLATFORM_LOCK_BUSY) return true;
    const struct timespec moment = {.tv_nsec = 1000000};
    nanosleep(&moment, NULL);
  }
  return false;
}

/// Leaves the terminal, unless another process has it by now.
static void leave_for(const struct charge *charge) {
  if (charge->terminal < 0) return;
  if (!takes_lock(charge->lock)) return;
  // Typed input may be read into locked memory only; without it, the input is thrown away unread.
  int is_locked = mlock(own.room, sizeof own.room) == 0;
  platform_terminal_leave_orphan(
      charge->number, charge->terminal, is_locked ? own.room : NULL, sizeof own.room);
}

/// The whole child. Every signal is held back here, since its group was ours until `setsid`. The
/// variables above do not exist in it.
static int watch(void *argument) {
  unsigned end = (unsigned)(intptr_t)argument;
  platform_memory_discard(&own.spare);
  setsid();
  prctl(PR_SET_NAME, "keyward-watcher", 0UL, 0UL, 0UL);
  prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
  if (chdir("/") != 0) _exit(1);
  if (syscall(SYS_close_range, end + 1, ~0U, 0U) != 0) _exit(1);
  if (end > 0) syscall(SYS_close_range, 0U, end - 1, 0U);
  // If the kernel has no filters, it goes on without, like a dialogue.
  platform_filter_watcher();
  struct charge charge = {.terminal = -1, .lock = -1};
  while (hear((int)end, &charge)) {
  }
  leave_for(&charge);
  _exit(0);
}

// The parent

static int start(void) {
  int ends[2];
  if (platform_terminal_share() != 0) return -1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  atomic_store(&line, ends[0]);
  // It finds the news when it begins.
  platform_terminal_tell_watcher();
  platform_memory_withhold(true, &own, sizeof own, &own.spare);
  // Without a signal for its end, no `wait` reports it.
  watcher = clone(
      watch, own.stack + sizeof own.stack, CLONE_PIDFD, (void *)(intptr_t)ends[1], &watcher_end);
  int code = errno;
  if (watcher > 0) platform_stand_in_lead(watcher);
  platform_memory_withhold(false, &own, sizeof own, &own.spare);
  close(ends[1]);
  if (watcher > 0) return 0;
  atomic_store(&line, -1);
  close(ends[0]);
  errno = code;
  return -1;
}

int platform_watcher_start(void) {
  if (atomic_load(&line) >= 0) return 0;
  sigset_t all, mask;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &mask);
  int result = start();
  // Even without a watcher in its place: nobody may share typed input.
  platform_stand_in_dismiss();
  sigprocmask(SIG_SETMASK, &mask, NULL);
  return result;
}

void platform_watcher_dismiss(void) {
  platform_stand_in_dismiss();
  int end = atomic_exchange(&line, -1);
  if (end < 0) return;
  int before = errno;
  close(end);
  struct pollfd waiting = {.fd = watcher_end, .events = POLLIN};
  long deadline = platform_milliseconds_now() + PATIENCE_MILLISECONDS;
  long left = PATIENCE_MILLISECONDS;
  while (left > 0 && poll(&waiting, 1, (int)left) < 0 && errno == EINTR) {
    left = deadline - platform_milliseconds_now();
  }
  // Otherwise the process that inherits our children would be told.
  waitpid(watcher, NULL, WNOHANG | __WALL);
  close(watcher_end);
  errno = before;
}
