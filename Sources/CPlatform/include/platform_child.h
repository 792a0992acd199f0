// A child that does one task for this process and ends. Meanwhile this process waits and stands for
// it: it passes signals on, and stops or dies when the child does.

#ifndef PLATFORM_CHILD_H
#define PLATFORM_CHILD_H

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

#endif
