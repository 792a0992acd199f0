// Children: one that does one task while this process waits, and a program on a pseudo-terminal.

#ifndef PLATFORM_CHILD_H
#define PLATFORM_CHILD_H

#include <stddef.h>

/// Forks. In the child it returns 0: the child goes on as this process would have, and gets a
/// signal that ends it if this process dies. In this process it returns the child's number, or -1
/// with `errno`; signals wait here from now on.
int platform_start_child(void);

/// The end of a child.
struct platform_child_end {
  /// Its exit status; -1 if a signal ended it.
  int status;
  /// The signal that ended it, or else the first signal to this process that ends it; 0 for none.
  int signal;
};

/// Waits for the end of the child.
///
/// It passes signals that end this process on to the child. If the child is stopped, this process
/// stops too; if this one is continued, it continues the child. Where the kernel refuses one of these
/// calls it returns early: the end of this process ends the child.
struct platform_child_end platform_follow_child(int child);

/// The same for the leader of a session, whose child leads a process group: the whole group gets
/// the signals, and after a SIGHUP the descriptor `held` is closed.
struct platform_child_end platform_follow_group(int child, int held);

/// Makes a pseudo-terminal with the window of `terminal`. Returns 0, or -1 with `errno`.
///
/// Neither end is inherited; `master` does not block.
int platform_make_terminal(int terminal, int *master, int *slave);

/// Forks twice. The first child leads a new session with the terminal `slave`. The second is in the
/// session's foreground and will become a program; it gets the terminal in place of those standard
/// streams that are terminals. In the second child the function returns 0 once a byte came from the
/// pipe `gate`, whose `other_end` only this process holds. In this process it returns the leader's
/// number, or -1 with `errno`.
///
/// The leader stands for the program: it stops when the program stops, continues it when it is
/// continued itself, passes signals on, and exits with the program's status, or 128 and the signal
/// that ended it. If this process dies, the program gets SIGHUP before `master` is closed.
int platform_start_on_terminal(int slave, int master, int gate, int other_end);

/// The number of that leader; 0 before there is one.
int platform_leader(void);

/// Copies the window's size from `terminal` to the pseudo-terminal `master`, with `fewer` rows if it has
/// more than that.
void platform_copy_window(int terminal, int master, int fewer);

/// The bytes waiting in a terminal, of complete lines where it takes lines; 0 if that is not known.
int platform_unread_bytes(int terminal);

/// An event of the leader.
struct platform_leader_event {
  /// Whether it is stopped.
  int is_stopped;
  /// Its exit status; -1 while it lives.
  int status;
};

/// Returns the event of the leader since the last call.
struct platform_leader_event platform_leader_event(int leader);

/// Overwrites the kernel's copy of the bytes last written to a terminal, without writing anything.
void platform_overwrite_written(int terminal);

/// True if the process is dead that waits for this one; see `platform_start_child`.
int platform_has_lost_parent(void);

#endif
