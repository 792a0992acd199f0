// A terminal of this program's own making, with another program on it.

#ifndef PLATFORM_INNER_H
#define PLATFORM_INNER_H

#include <stddef.h>

/// Makes a pseudo-terminal whose settings and window are those of `terminal`. 0, or -1 with `errno`.
///
/// Neither end is inherited; `master` does not block.
int platform_make_terminal(int terminal, int *master, int *slave);

/// Forks twice: the leader of a new session, whose terminal `slave` is, and in the session's foreground the
/// process that is to become a program, which finds the terminal in place of those standard streams that
/// are terminals. Returns 0 there, once a byte came from the pipe `gate`, whose `other_end` only this
/// process holds; the leader's number in this process, or -1 with `errno`.
///
/// The leader stands for the program: it stops where the program stops, continues it where it is continued
/// itself, passes signals on, and exits with the program's status, or 128 and the signal that ended it. Where
/// this process dies, the program is sent SIGHUP before `master` is closed.
int platform_start_on_terminal(int slave, int master, int gate, int other_end);

/// Gives the window of `terminal` to the pseudo-terminal `master`.
void platform_copy_window(int terminal, int master);

/// The bytes of complete lines that wait in a terminal; 0 where that is not known.
int platform_unread_bytes(int terminal);

/// What became of the leader.
struct platform_leader_news {
  /// Whether it is stopped.
  int is_stopped;
  /// The status it exited with; -1 while it lives.
  int status;
};

/// Looks what became of the leader since the last time.
struct platform_leader_news platform_leader_news(int leader);

/// Overwrites the kernel's copy of what was last written to a terminal, without writing anything.
void platform_overwrite_written(int terminal);

#endif
