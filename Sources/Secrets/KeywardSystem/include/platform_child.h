// Child processes: one that does a single task while this process waits, and a program on a
// pseudo-terminal.

#ifndef PLATFORM_CHILD_H
#define PLATFORM_CHILD_H

#include <stddef.h>

/// Forks a child that continues in place of this process, and gets a signal that ends it if this
/// process dies. Returns 0 in the child; in this process it returns the child's process ID, or -1
/// with `errno`, and from then on all signals except faults are blocked.
int platform_start_child(void);

struct platform_child_end {
  /// The child's exit status; -1 if a signal ended the child.
  int status;
  /// The signal that ended the child, or else the first terminating signal this process received; 0
  /// for none.
  int signal;
};

/// Waits for the child to end.
///
/// Signals that would end this process are passed on to the child. If the child is stopped, this process
/// stops too; when this process is continued, it continues the child. If the kernel refuses a call
/// needed for this, the function returns early: the end of this process then ends the child.
struct platform_child_end platform_follow_child(int child);

/// Same as `platform_follow_child`, for the leader of a session, whose child leads a process group. The
/// signals go to the whole group, and the descriptor `held` is closed after a SIGHUP.
struct platform_child_end platform_follow_group(int child, int held);

/// Creates a pseudo-terminal with the window size of `terminal`. Returns 0, or -1 with `errno`.
///
/// Neither descriptor is inherited; `master` does not block.
int platform_make_terminal(int terminal, int *master, int *slave);

/// Forks twice. The first child leads a new session with the terminal `slave`. The second is in the
/// session's foreground and will execute a program; `slave` replaces each of its standard streams
/// that is a terminal. In the second child the function returns 0 after reading a byte from the
/// pipe `gate`, whose `other_end` only this process keeps open. In this process it returns the
/// leader's process ID, or -1 with `errno`.
///
/// The leader represents the program: it stops when the program stops, continues the program when
/// it is continued, passes signals on, and exits with the program's status, or with 128 plus the
/// signal that ended it. If this process dies, the program gets SIGHUP before `master` is closed.
int platform_start_on_terminal(int slave, int master, int gate, int other_end);

/// The process ID of the leader that `platform_start_on_terminal` started; 0 before.
int platform_leader(void);

/// Copies the window size from `terminal` to the pseudo-terminal `master`, reduced by `fewer` rows if
/// it has more rows than that.
void platform_copy_window(int terminal, int master, int fewer);

/// The number of bytes waiting in a terminal (in canonical mode, those of complete lines); 0 if
/// unknown.
int platform_unread_bytes(int terminal);

/// A change of the leader's state.
struct platform_leader_event {
  int is_stopped;
  /// The leader's exit status; -1 while it is running.
  int status;
};

/// Returns the change of the leader's state since the last call.
struct platform_leader_event platform_leader_event(int leader);

/// Overwrites the kernel's copy of the bytes last written to a terminal. Outputs nothing.
void platform_overwrite_written(int terminal);

/// True if the parent that waits for this process is dead; see `platform_start_child`.
int platform_has_lost_parent(void);

#endif
