// A child of this process that does one thing for it and ends, while this process waits and stands for
// it: signals go to the child, and where the child stops or dies this process does.

#ifndef PLATFORM_CHILD_H
#define PLATFORM_CHILD_H

/// Forks. In the child 0: it goes on as this process would have, and is sent a signal that ends it where
/// this process dies. In this process the child's number, or -1 with `errno`; signals wait here from now
/// on.
int platform_start_child(void);

/// What became of a child.
struct platform_child_end {
  /// The status it exited with; -1 where a signal ended it.
  int status;
  /// The signal that ended it, or else the first that this process was sent and that ends it; 0 for none.
  int signal;
};

/// Waits for the end of the child.
///
/// Signals that end this process are passed on to the child. Where the child is stopped this process stops
/// too, and where this one is continued the child is.
struct platform_child_end platform_follow_child(int child);

/// The same for the leader of a session, whose child leads a process group: that gets the signals as a whole, and
/// behind SIGHUP the descriptor `held` is closed.
struct platform_child_end platform_follow_group(int child, int held);

#endif
