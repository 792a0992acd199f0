// Limits on the requests of this process to the kernel: a filter of system calls (seccomp) and
// limits on the files it may open (Landlock). Both hold until it ends; neither can be removed.

#ifndef PLATFORM_SANDBOX_H
#define PLATFORM_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

/// The needs of a program beside the calls of a dialogue on an open terminal; bits of a set.
enum platform_needs {
  /// It stops or interrupts its own process group.
  PLATFORM_NEEDS_GROUP = 1 << 0,
  /// It opens and examines files, and follows the calling processes.
  PLATFORM_NEEDS_FILES = 1 << 1,
  /// It checks whether other processes live.
  PLATFORM_NEEDS_PROCESSES = 1 << 2,
  /// It sends datagrams to a local socket.
  PLATFORM_NEEDS_SOCKETS = 1 << 3,
  /// It passes on the output of a pseudo-terminal, sets its window, and continues or hangs up its leader.
  PLATFORM_NEEDS_TERMINAL = 1 << 4,
  /// It lends a terminal over a local socket, and removes the socket.
  PLATFORM_NEEDS_LENDING = 1 << 5,
  /// It reads and grabs input devices, and changes the console.
  PLATFORM_NEEDS_DEVICES = 1 << 6,
  /// It opens input devices that are plugged in.
  PLATFORM_NEEDS_NEW_DEVICES = 1 << 7,
};

/// True if the kernel has filters that send a signal for a refused call.
int platform_has_call_filter(void);

/// The version of Landlock, by which the kernel limits files; 0 for none.
int platform_path_limits_version(void);

/// Allows only the calls of a dialogue and those of `needs` from here on: any other sends SIGSYS,
/// whose handler wipes and leaves. Returns 0, or -1 with `errno`.
///
/// `line` is the descriptor of the line to the restore helper, -1 for none; `leader` the number of the
/// leader on a pseudo-terminal, 0 for none.
int platform_filter_calls(unsigned needs, int line, int leader);

/// Allows only the calls of the restore helper: to receive terminals, and to restore one. Returns 0, or
/// -1 with `errno`.
int platform_filter_restore_helper(void);

/// Tries in a child if a refused call ends it; 0 if it does not.
int platform_holds_calls(void);

/// Tries in a child if a file is refused; 0 if it is not.
int platform_holds_paths(void);

/// A file or folder that may still be opened.
struct platform_path {
  /// The path; a missing one is left out.
  const char *_Nonnull path;
  /// True if it may also be written, as a terminal is.
  int is_writable;
  /// True if devices in it may be controlled, though not written.
  int is_controlled;
  /// True if files in it may be removed.
  int is_emptied;
  /// An open terminal, if the path is left out unless it leads to the same device; else -1.
  int terminal;
  /// The open file to take instead of the path, which may lead elsewhere by then; -1 for none. With
  /// PLATFORM_MISSING_FOLDER the path is left out unless it is a folder, and no link to one.
  int file;
};

/// The value of `file` for a folder that was missing when it was to be opened.
enum { PLATFORM_MISSING_FOLDER = -2 };

/// Forbids opening any file but those of `paths` and those below them. If the kernel knows how, it
/// also forbids TCP, abstract sockets, and signals to other programs, unless `needs` has the group,
/// processes or a terminal. The rights of root that let it look into other processes are given up.
/// Returns 0, or -1 with `errno`.
int platform_limit_paths(const struct platform_path *_Nullable paths, size_t count, unsigned needs);

#endif
