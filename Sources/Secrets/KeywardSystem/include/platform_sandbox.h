// Restrictions on this process: a filter of system calls (seccomp) and limits on the files it may
// open (Landlock). Both last until the process ends; neither can be removed.

#ifndef PLATFORM_SANDBOX_H
#define PLATFORM_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

/// The system calls that a program needs in addition to those of a dialogue; see `Sandbox.Needs`.
enum platform_needs {
  PLATFORM_NEEDS_GROUP = 1 << 0,
  PLATFORM_NEEDS_FILES = 1 << 1,
  PLATFORM_NEEDS_PROCESSES = 1 << 2,
  PLATFORM_NEEDS_SOCKETS = 1 << 3,
  PLATFORM_NEEDS_TERMINAL = 1 << 4,
  PLATFORM_NEEDS_LENDING = 1 << 5,
  PLATFORM_NEEDS_DEVICES = 1 << 6,
  PLATFORM_NEEDS_NEW_DEVICES = 1 << 7,
  PLATFORM_NEEDS_CALLER = 1 << 8,
};

int platform_has_call_filter(void);

/// The version of Landlock, which limits access to files; 0 if the kernel lacks it.
int platform_path_limits_version(void);

/// Allows only the system calls of a dialogue and of `needs`. Any other call raises SIGSYS, whose
/// handler wipes secrets and leaves the terminal. `line` is the channel to the restore helper, -1
/// for none. `leader` is the process ID of the leader of a session on a pseudo-terminal, 0 for
/// none.
int platform_filter_calls(unsigned needs, int line, int leader);

int platform_filter_restore_helper(void);

/// Tests in a child process whether a refused system call ends the process.
int platform_holds_calls(void);

/// Tests in a child process whether opening a file is refused.
int platform_holds_paths(void);

/// A file that may be opened in the sandbox, or a folder whose whole content may be opened.
struct platform_path {
  /// The path of the file; it is skipped if no such file exists.
  const char *_Nonnull path;
  int is_writable;
  /// True if `ioctl` is allowed on devices in the folder, but writing to them is not.
  int is_controlled;
  /// True if files in the folder may be removed.
  int is_emptied;
  /// The open terminal to which the path must lead, or -1 for no such check. If the path leads to
  /// another file, it is skipped.
  int terminal;
  /// An open file to use instead of `path`, or -1. Use it if other users could change the path. If
  /// it is PLATFORM_MISSING_FOLDER, the path is skipped unless it is a folder and not a link.
  int file;
};

/// The value of `file` for a folder that did not exist when the caller tried to open it.
enum { PLATFORM_MISSING_FOLDER = -2 };

/// Forbids opening any other files. If the kernel supports it, also forbids TCP, abstract sockets,
/// and signals to other programs; signals stay allowed if `needs` includes the group, processes, a
/// terminal or the caller. Drops the capabilities of root for inspecting other processes.
int platform_limit_paths(const struct platform_path *_Nullable paths, size_t count, unsigned needs);

#endif
