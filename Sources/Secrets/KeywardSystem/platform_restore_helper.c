#define _GNU_SOURCE
#include "platform_restore_internal.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform_caller.h"
#include "platform_device.h"
#include "platform_file.h"
#include "platform_process.h"
#include "platform_sandbox.h"
#include "platform_wait.h"

enum {
  PAGE_BYTES = 4096,
  /// The maximum wait for the helper, which is normally ready after about a millisecond.
  READY_MILLISECONDS = 2000,
  END_MILLISECONDS = 50,
  /// The time after restoring in which a shell may still apply settings that it read before.
  ///
  /// On a busy machine zsh took more than 200 ms. The helper sleeps during this time.
  AFTERWARDS_MILLISECONDS = 2000,
  MOST_HELD = 16,
  /// The time in which a shell learns that the programs go on, before the dialogue ends.
  HEARD_MILLISECONDS = 20,
};

/// In place of a terminal's number: the message has the pidfd of a program to be continued once the
/// terminal is left.
static const unsigned HOLD = UINT_MAX;

static atomic_int channel = -1;
static pid_t helper;
/// A pidfd of the helper.
static int helper_end = -1;
static bool is_ready;
/// The number of programs that the helper is to continue.
static int holds;

static int send_signal(int process, int number) {
  return (int)syscall(SYS_pidfd_send_signal, process, number, NULL, 0U);
}

union rights {
  struct cmsghdr header;
  unsigned char bytes[CMSG_SPACE(2 * sizeof(int))];
};

static short wait_for(int descriptor, int milliseconds) {
  return platform_wait(descriptor, POLLIN, platform_milliseconds_now() + milliseconds);
}

int platform_restore_helper_is_ready(void) {
  int end = atomic_load(&channel);
  if (end < 0 || is_ready) return end >= 0;
  int before = errno;
  wait_for(end, READY_MILLISECONDS);
  char byte;
  is_ready = recv(end, &byte, 1, MSG_DONTWAIT) == 1;
  if (!is_ready) platform_restore_helper_dismiss();
  errno = before;
  return is_ready;
}

/// Waits until the helper has continued or stopped all programs. A shell that sees the end of this
/// process before they go on would take the terminal, since all programs of the job seem stopped.
static void await_held(int end) {
  char byte;
  if (wait_for(end, READY_MILLISECONDS) & POLLIN && read(end, &byte, 1) != 1) holds = 0;
}

bool platform_restore_helper_send(unsigned number, int descriptor, int lock) {
  if (number != 0 && !platform_restore_helper_is_ready()) return false;
  int end = atomic_load(&channel);
  if (end < 0) return false;
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
  // A helper that missed a message has a number that differs from ours, and restores nothing.
  ssize_t result;
  do {
    result = sendmsg(end, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (result < 0 && errno == EINTR);
  if (result >= 0 && number != HOLD && holds > 0) await_held(end);
  errno = before;
  return result >= 0;
}

int platform_restore_helper_hold(int process) {
  // The helper has the process before it is stopped, so that it continues in any case.
  if (holds == MOST_HELD || !platform_restore_helper_send(HOLD, process, -1)) return -1;
  holds++;
  return send_signal(process, SIGSTOP);
}

int platform_restore_helper_holds(void) { return holds > 0; }

int platform_restore_helper_channel(void) { return atomic_load(&channel); }

struct assignment {
  unsigned number;
  int terminal;
  int lock;
};

/// Closes a received descriptor unless it is a terminal. An attacker in the dialogue could send the
/// dialogue's end of the channel. If the helper kept this end open, the channel would not be closed
/// when the dialogue ends.
static int terminal_or_none(int descriptor) {
  if (descriptor < 0 || isatty(descriptor)) return descriptor;
  close(descriptor);
  return -1;
}

/// The pidfds of the programs that were stopped for the dialogue; used by the helper only.
static int held[MOST_HELD];
static int held_count;

/// Keeps the pidfd of a program, and closes any other descriptor.
static void hold(int process) {
  if (process < 0) return;
  if (held_count < MOST_HELD && send_signal(process, 0) == 0) {
    held[held_count++] = process;
  } else {
    close(process);
  }
}

/// Continues the programs that were stopped. A full-screen program draws its screen again when it is
/// continued; a SIGWINCH besides makes less skip the text that it is about to show.
static void release_held(void) {
  for (int i = 0; i < held_count; i++) send_signal(held[i], SIGCONT);
}

/// Stops the programs again, when the dialogue goes on after a stop of the job.
static void hold_again(void) {
  for (int i = 0; i < held_count; i++) send_signal(held[i], SIGSTOP);
}

static bool receive(int end, struct assignment *assignment) {
  unsigned number = 0;
  struct iovec part = {.iov_base = &number, .iov_len = sizeof number};
  union rights rights;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &rights, .msg_controllen = sizeof rights};
  ssize_t result = recvmsg(end, &message, MSG_CMSG_CLOEXEC);
  if (result < 0 && errno == EINTR) return true;
  if (result <= 0) return false;
  int files[2] = {-1, -1};
  const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
    memcpy(files, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
  if (number == HOLD) {
    hold(files[0]);
    if (files[1] >= 0) close(files[1]);
    return true;
  }
  if (held_count > 0) {
    if (number == 0) {
      release_held();
      platform_wait(-1, 0, platform_milliseconds_now() + HEARD_MILLISECONDS);
    } else {
      hold_again();
    }
    const char done = 1;
    if (write(end, &done, 1) != 1) {
      // The process has ended and waits for nothing.
    }
  }
  if (assignment->lock >= 0) close(assignment->lock);
  if (assignment->terminal >= 0) close(assignment->terminal);
  *assignment = (struct assignment){
      .number = number, .terminal = terminal_or_none(files[0]), .lock = terminal_or_none(files[1])};
  return true;
}

/// Restores the original settings each time a shell reapplies ours.
///
/// A shell that has adopted our settings reapplies them whenever its line editor ends. The function
/// returns when no shell can reapply them any more, or AFTERWARDS_MILLISECONDS after the last
/// restore.
static void follow_line_editors(const struct assignment *assignment, bool is_restored) {
  // Without a lock, our settings could be those of another dialogue.
  if (assignment->lock < 0) return;
  // Let another dialogue begin. The `flock` lock must be released explicitly: it outlives the dead
  // process, since this process shares the open file.
  platform_unlock_device(assignment->lock);
  flock(assignment->lock, LOCK_UN);
  // Polling at intervals would be too slow: even after a short command, a shell adopts the settings
  // that it finds.
  int changes = platform_watch_changes(assignment->terminal);
  // A shell that read our settings just before the restore applies them a moment later.
  long end = platform_milliseconds_now() + AFTERWARDS_MILLISECONDS;
  bool edits = false;
  while (changes >= 0) {
    platform_take_changes(changes);
    enum platform_settings settings = platform_terminal_settings_now();
    if (settings == PLATFORM_SETTINGS_OURS) {
      // Wait for any running dialogue: if it started with our settings, it restores them when it
      // ends.
      platform_wait_for_device(assignment->lock);
      platform_terminal_restore_ours();
      platform_unlock_device(assignment->lock);
      is_restored = true;
      end = platform_milliseconds_now() + AFTERWARDS_MILLISECONDS;
    } else if (settings == PLATFORM_SETTINGS_OF_OTHERS && edits) {
      return;
    }
    edits = settings == PLATFORM_SETTINGS_OURS_EDITED ||
            (settings == PLATFORM_SETTINGS_EDITED && !is_restored);
    if (!edits && end <= platform_milliseconds_now()) return;
    if (platform_wait(changes, POLLIN, edits ? PLATFORM_NEVER : end) & POLLNVAL) return;
  }
}

int platform_terminal_remember(
    int descriptor, int lock, const struct termios *settings, struct platform_screen_end end) {
  int number = platform_terminal_note(descriptor, lock, settings, end);
  if (number > 0) platform_restore_helper_send((unsigned)number, descriptor, lock);
  return number < 0 ? -1 : 0;
}

static void restore_orphan(const struct assignment *assignment) {
  static unsigned char room[PAGE_BYTES] __attribute__((aligned(PAGE_BYTES)));
  if (assignment->terminal < 0) {
    release_held();
    return;
  }
  // The kernel may close the channel a moment before it releases the lock.
  if (assignment->lock >= 0) platform_wait_for_device(assignment->lock);
  // Without locked memory, typed input is discarded unread.
  bool is_locked = mlock(room, sizeof room) == 0;
  enum platform_orphan result = platform_terminal_leave_orphan(
      assignment->number, assignment->terminal, is_locked ? room : NULL, sizeof room);
  release_held();
  platform_caller_end_of_orphan();
  if (result != PLATFORM_ORPHAN_LEFT) follow_line_editors(assignment, result == PLATFORM_ORPHAN_RESTORED);
}

static _Noreturn void help(int end) {
  // Signals stay blocked: one sent to the process's group before `setsid` would end the helper too.
  if (setsid() < 0 || chdir("/") != 0) _exit(1);
  prctl(PR_SET_NAME, "keyward-restore", 0UL, 0UL, 0UL);
  prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
  platform_close_all_but(end, platform_caller_descriptor());
  // Like a dialogue, the helper continues without a filter if the kernel lacks filters.
  platform_filter_restore_helper();
  const char ready = 1;
  if (write(end, &ready, 1) != 1) _exit(1);
  struct assignment assignment = {.terminal = -1, .lock = -1};
  while (receive(end, &assignment)) {
  }
  restore_orphan(&assignment);
  _exit(0);
}

/// Forks a child that sends no signal when it ends.
///
/// As a result, no `wait` reports the child's end, either here or in a program that this process
/// executes.
static pid_t fork_unreported(int *end) {
  return (pid_t)syscall(SYS_clone, (unsigned long)CLONE_PIDFD, NULL, end, NULL, NULL);
}

static int start(void) {
  int ends[2];
  if (platform_terminal_share() != 0) return -1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  helper = fork_unreported(&helper_end);
  if (helper == 0) help(ends[1]);
  platform_close_keeping_errno(ends[1]);
  if (helper < 0) return platform_close_keeping_errno(ends[0]);
  is_ready = false;
  atomic_store(&channel, ends[0]);
  return 0;
}

int platform_restore_helper_start(void) {
  if (atomic_load(&channel) >= 0) return 0;
  sigset_t all, mask;
  sigfillset(&all);
  platform_change_mask(SIG_BLOCK, &all, &mask);
  int result = start();
  platform_change_mask(SIG_SETMASK, &mask, NULL);
  return result;
}

void platform_restore_helper_dismiss(void) {
  int end = atomic_exchange(&channel, -1);
  if (end < 0) return;
  int before = errno;
  close(end);
  wait_for(helper_end, END_MILLISECONDS);
  // Otherwise the process that adopts our children would get the helper's exit status.
  waitpid(helper, NULL, WNOHANG | __WALL);
  if (helper_end >= 0) close(helper_end);
  helper_end = -1;
  errno = before;
}
