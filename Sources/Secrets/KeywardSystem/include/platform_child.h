// Child processes: one that does a single task while this process waits, and a program on a
// pseudo-terminal.

#ifndef PLATFORM_CHILD_H
#define PLATFORM_CHILD_H

#include <stddef.h>

/// Returned if the kernel does not let this process wait for signals.
enum { PLATFORM_NO_MASK = -2 };

/// Forks a child that continues the work of this process.
///
/// If this process dies, the kernel ends the child by a signal. In the child, this function returns
/// 0. In this process, it returns the child's process ID and leaves all signals except faults
/// blocked, or it returns PLATFORM_NO_MASK or -1, with `errno`.
int platform_start_child(void);

struct platform_child_end {
  /// The child's exit status; -1 if a signal ended the child.
  int status;
  /// The signal that ended the child.
  ///
  /// If no signal ended the child, this is the first signal received that would have ended this
  /// process, or 0 for none.
  int signal;
};

/// Waits for the child to end, and passes terminating signals, TSTP and CONT on to it. When the
/// child stops, this process stops too. Returns early if the kernel refuses a call; the child then
/// ends with this process.
struct platform_child_end platform_follow_child(int child);

/// Creates a pseudo-terminal with the window size of `terminal`; both ends are nonblocking.
int platform_make_terminal(int terminal, int *master, int *slave);

/// Forks twice, to run a program in a new session whose controlling terminal is that of `master`.
///
/// The first child leads the session. The second child is in the session's foreground. It waits
/// until it has read a byte from the pipe `gate`, and then replaces each of its standard streams
/// that is a terminal with it. In this second child the function returns 0, and the caller executes
/// the program. In the calling process it returns the leader's process ID, or -1 with
/// `errno`. Only the calling process keeps `other_end`, the other end of the pipe, open.
///
/// The leader passes signals on to the program, stops when the program stops, and exits with the
/// program's status, or 128 plus its signal. If this process dies, the program gets SIGHUP before
/// `master` is closed.
int platform_start_on_terminal(int master, int gate, int other_end);

/// Returns the process ID of the leader that `platform_start_on_terminal` has started, or 0 if
/// there is none.
int platform_leader(void);

/// Copies the window size of `terminal` to `master`, reduced by `fewer` rows.
///
/// If the window has no more than `fewer` rows, the number of rows is copied unchanged.
void platform_copy_window(int terminal, int master, int fewer);

/// Returns the number of bytes that can be read from `terminal`, or 0 if the number is unknown.
///
/// In canonical mode only complete lines count. The kernel's count can be -1 after a read of a line
/// that was too long for the kernel's buffer.
int platform_unread_bytes(int terminal);

struct platform_leader_event {
  int is_stopped;
  /// The exit status, or 128 plus the signal; -1 while the leader is running.
  int status;
};

/// Returns how the leader's state has changed since the last call; does not block.
struct platform_leader_event platform_leader_event(int leader);

/// Overwrites the kernel's copy of the bytes last written to a terminal with zeros.
///
/// The terminal does not receive the zeros.
void platform_overwrite_written(int terminal);

#endif
