// What this process may still ask the kernel for: a filter of system calls (seccomp) and limits on the
// files it may open (Landlock). Both hold until it ends, and neither can be taken off.

#ifndef PLATFORM_SANDBOX_H
#define PLATFORM_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

/// What a program needs beside the calls of a dialogue on an open terminal; bits of a set.
enum platform_needs {
  /// To stop or interrupt its own process group.
  PLATFORM_NEEDS_GROUP = 1 << 0,
  /// To open and look at files, and to follow processes that ask.
  PLATFORM_NEEDS_FILES = 1 << 1,
  /// To know whether other processes live.
  PLATFORM_NEEDS_PROCESSES = 1 << 2,
  /// To send datagrams to a local socket.
  PLATFORM_NEEDS_SOCKETS = 1 << 3,
  /// To pass on what comes from a pseudo-terminal, give that its window, and continue who is on it.
  PLATFORM_NEEDS_TERMINAL = 1 << 4,
};

/// Whether the kernel has filters that send a signal for a refused call.
int platform_has_call_filter(void);

/// Whether the kernel can limit files: the version of Landlock, or 0 for none.
int platform_path_limits_version(void);

/// Allows nothing but the calls of a dialogue and those of `needs` from here on: any other sends SIGSYS,
/// whose handler wipes and leaves. 0, or -1 with `errno`.
int platform_filter_calls(unsigned needs);

/// Tries in a child whether a refused call ends it; 0 where it does not.
int platform_holds_calls(void);

/// Tries in a child whether a file is refused; 0 where it is not.
int platform_holds_paths(void);

/// A file or folder that may still be opened.
struct platform_path {
  /// The path; one that is not there is left out.
  const char *_Nonnull path;
  /// Whether it may be written, too, as a terminal is.
  int is_writable;
};

/// Forbids to open any file but those of `paths` and what is below them; where the kernel knows how,
/// TCP, abstract sockets, and signals to other programs unless `needs` has the group, processes
/// or a terminal. 0, or -1 with `errno`.
int platform_limit_paths(const struct platform_path *_Nullable paths, size_t count, unsigned needs);

#endif
