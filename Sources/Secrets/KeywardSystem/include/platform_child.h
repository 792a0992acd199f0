// Child processes: one that does a single task while this process waits, and a program on a
// pseudo-terminal.

#ifndef PLATFORM_CHILD_H
#define PLATFORM_CHILD_H

#include <stddef.h>

/// Forks a child that continues in place of this process; if this process dies, a signal ends the
/// child. Returns 0 in the child. In this process returns the child's process ID, with all signals
/// except faults blocked, or -1 with `errno`.
int platform_start_child(void);

struct platform_child_end {
  /// The child's exit status; -1 if a signal ended the child.
  int status;
  /// The signal that ended the child, or the first that should end this process; 0 for none.
  int signal;
};

/// Waits for the child to end. Passes signals that would end this process on to the child. Stops
/// when the child stops, and continues the child when continued. Returns early if the kernel
/// refuses a call: the end of this process then ends the child.
struct platform_child_end platform_follow_child(int child);

/// Creates a pseudo-terminal with the window size of `terminal`; `master` does not block.
int platform_make_terminal(int terminal, int *master, int *slave);

/// Forks twice. The first child leads a new session with the terminal `slave`. The second child, in
/// the foreground of that session, will execute a program: `slave` replaces each of its standard
/// streams that is a terminal, and the function returns 0 there after reading a byte from the pipe
/// `gate`. Only this process keeps `other_end` of the pipe open. Returns the leader's process ID
/// here, or -1 with `errno`.
///
/// The leader passes signals on, stops and is continued with the program, and exits with the
/// program's status, or 128 plus its signal. If this process dies, the program gets SIGHUP before
/// `master` is closed.
int platform_start_on_terminal(int slave, int master, int gate, int other_end);

/// 0 before `platform_start_on_terminal`.
int platform_leader(void);

/// Copies the window size, reduced by `fewer` rows if it has more.
void platform_copy_window(int terminal, int master, int fewer);

/// The number of bytes that can be read: in canonical mode, those of complete lines. 0 if unknown.
int platform_unread_bytes(int terminal);

struct platform_leader_event {
  int is_stopped;
  /// The exit status, or 128 plus the signal; -1 while the leader is running.
  int status;
};

/// The change of the leader's state since the last call.
struct platform_leader_event platform_leader_event(int leader);

/// Overwrites the kernel's copy of the bytes last written to a terminal. Outputs nothing.
void platform_overwrite_written(int terminal);

/// True if the parent that waits for this process is dead; see `platform_start_child`.
int platform_has_lost_parent(void);

#endif
