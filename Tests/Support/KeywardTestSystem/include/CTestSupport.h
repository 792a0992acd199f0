#ifndef CTESTSUPPORT_H
#define CTESTSUPPORT_H

#include <stdint.h>
#include <termios.h>

#include "test_attacks.h"
#include "test_attributes.h"
#include "test_faults.h"
#include "test_residue.h"
#include "test_trace.h"

/// The role of the started program on its terminal.
enum test_role {
  /// A new session without a controlling terminal.
  TEST_ROLE_DETACHED = 0,
  /// The leader of the terminal's session, like a login program.
  TEST_ROLE_SESSION_LEADER = 1,
  /// A job in the foreground of a small lasting shell, as an interactive shell starts it.
  TEST_ROLE_FOREGROUND_JOB = 2,
  /// The same in the background, as after `&`.
  TEST_ROLE_BACKGROUND_JOB = 3,
};

/// The program to start and its surroundings; every descriptor not named here is closed in it.
struct test_request {
  const char *program;
  char *const *arguments;
  char *const *environment;
  /// The directory to start in; null keeps the caller's.
  const char *directory;
  /// Path of the terminal's device; null for TEST_ROLE_DETACHED.
  const char *terminal;
  enum test_role role;
  /// Descriptors for standard input, output and error; -1 stands for the terminal.
  int streams[3];
  /// The limit on locked memory in bytes, hard and soft; negative keeps the caller's.
  int64_t locked_memory_limit;
  /// The soft limit of core files in bytes; negative keeps the caller's.
  int64_t core_limit;
  /// The user and group to become; negative keeps the caller's.
  int64_t user;
};

/// The kind of an event of the started program.
enum test_event_kind {
  TEST_EVENT_STARTED = 1,
  TEST_EVENT_EXITED = 2,
  TEST_EVENT_KILLED = 3,
  TEST_EVENT_STOPPED = 4,
  TEST_EVENT_CONTINUED = 5,
  TEST_EVENT_FAILED = 6,
};

/// One message of the supervisor.
struct test_event {
  int32_t kind;
  /// The process, exit status, signal or errno, depending on the kind.
  int32_t value;
  /// The processor time used, in microseconds; with EXITED and KILLED only.
  int64_t processor_time;
};

/// A supervisor process and the two pipes to it.
struct test_supervisor {
  int process;
  /// The descriptor to read `struct test_event` messages from.
  int events;
  /// The descriptor to write commands to: 'f' puts the job into the foreground and continues it,
  /// 'b' makes the shell take the terminal back, 't' the same with the shell's terminal settings,
  /// as shells do when a job stops. Closing it ends the supervisor.
  int control;
};

/// Starts `request` under a supervisor process; 0 or an errno.
int test_start(const struct test_request *request, struct test_supervisor *supervisor);

/// Opens a new pseudo-terminal of this size; 0 or an errno. Both descriptors are close-on-exec and
/// the leader's is non-blocking.
int test_open_terminal(
    unsigned short rows, unsigned short columns, int *leader, char *path, unsigned long capacity);

/// Sets the window size of a pseudo-terminal; 0 or an errno.
int test_resize_terminal(int leader, unsigned short rows, unsigned short columns);

/// The process group in the foreground of a pseudo-terminal; a negative errno if there is none.
int test_foreground_group(int leader);

/// The number of bytes waiting for the next reader of the terminal at `path`; a negative errno on
/// failure.
int test_unread_bytes(const char *path);

/// Makes a pipe, reading end first, both ends close-on-exec; 0 or an errno.
int test_pipe(int ends[2]);

/// A non-blocking socket on which `user` listens at a path of `count` bytes, or at a name without a
/// file if the first byte is NUL; a negative errno. Another user needs root. `type` is such as
/// SOCK_STREAM.
int test_listen(const char *path, unsigned long count, unsigned user, int type);

/// The path of the file this code was loaded from: the test binary, not a helper that runs it;
/// 0 or an errno.
int test_own_path(char *path, unsigned long capacity);

/// The number of the call `read` on this machine; Swift does not see the C library's name for it.
extern const int test_call_read;

#endif
