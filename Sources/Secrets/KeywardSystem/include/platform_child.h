// Child processes: one that does a single task while this process waits, and a program on a
// pseudo-terminal.

#ifndef PLATFORM_CHILD_H
#define PLATFORM_CHILD_H

#include <stddef.h>

/// Forks a child that continues the work of this process. If this process dies, a signal ends the
/// child. Returns 0 in the child. In this process, it returns the child's process ID and leaves all
/// signals except faults blocked, or it returns -1 with `errno`.
int platform_start_child(void);

struct platform_child_end {
  /// The child's exit status; -1 if a signal ended the child.
  int status;
  /// The signal that ended the child; else the first signal received that would have ended this
  /// process; 0 for none.
  int signal;
};

/// Waits for the child to end, and passes terminating signals, TSTP and CONT on to it. When the
/// child stops, this process stops too. Returns early if the kernel refuses a call; the child then
/// ends with this process.
struct platform_child_end platform_follow_child(int child);

/// Creates a pseudo-terminal with the window size of `terminal`; `master` is nonblocking.
int platform_make_terminal(int terminal, int *master, int *slave);

/// Forks twice. The first child leads a new session, whose controlling terminal is `slave`. The
/// second child is in the foreground of that session and will execute a program: `slave` replaces
/// each of its standard streams that is a terminal, and the function returns 0 in it once a byte
/// has been read from the pipe `gate`. Only this process keeps `other_end` of the pipe open. In
/// this process the function returns the leader's process ID, or -1 with `errno`.
///
/// The leader passes signals on to the program, stops when the program stops, and exits with the
/// program's status, or 128 plus its signal. If this process dies, the program gets SIGHUP before
/// `master` is closed.
int platform_start_on_terminal(int slave, int master, int gate, int other_end);

/// Returns the process ID of that leader; 0 before `platform_start_on_terminal`.
int platform_leader(void);

/// Copies the window size to `master`, and subtracts `fewer` from its number of rows if there are
/// more rows than that.
void platform_copy_window(int terminal, int master, int fewer);

/// Returns the number of bytes that can be read, 0 if unknown. In canonical mode only complete
/// lines count.
int platform_unread_bytes(int terminal);

struct platform_leader_event {
  int is_stopped;
  /// The exit status, or 128 plus the signal; -1 while the leader is running.
  int status;
};

/// Returns how the leader's state has changed since the last call; does not block.
struct platform_leader_event platform_leader_event(int leader);

/// Overwrites the kernel's copy of the bytes last written to a terminal. Outputs nothing.
void platform_overwrite_written(int terminal);

/// True if the parent that waits for this process is dead; see `platform_start_child`.
int platform_has_lost_parent(void);

#endif
