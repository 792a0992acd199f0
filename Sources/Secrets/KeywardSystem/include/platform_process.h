// This process: its arguments, limits and signal dispositions, and executing another program. Swift
// imports neither variadic functions nor the names of the resources.

#ifndef PLATFORM_PROCESS_H
#define PLATFORM_PROCESS_H

#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int platform_prctl(int option, unsigned long argument) {
  return prctl(option, argument, 0UL, 0UL, 0UL);
}

/// The limits on locked memory, in bytes.
static inline int platform_lock_limits(struct rlimit *limits) {
  return getrlimit(RLIMIT_MEMLOCK, limits);
}

/// The limits on the size of a core file, in bytes.
static inline int platform_core_limits(struct rlimit *limits) {
  return getrlimit(RLIMIT_CORE, limits);
}

static inline int platform_set_core_limits(struct rlimit limits) {
  return setrlimit(RLIMIT_CORE, &limits);
}

/// Closes every descriptor but one, even if the kernel lacks `close_range` or refuses it.
void platform_close_all_but(int kept);

/// True if the parent ignored signal `number` when it started this program, as `nohup` does with HUP.
int platform_was_ignored(int number);

/// Resets SEGV, ILL, TRAP, ABRT, BUS, FPE and QUIT to their defaults: the Swift runtime installs its
/// crash reporter on them. A QUIT that the parent ignored stays ignored. Returns 0, or -1 with `errno`.
int platform_reset_crash_signals(void);

/// Restores each signal's disposition from the start of this program, ignored or default, and sets
/// the mask. Call it before executing another program.
void platform_restore_signals(const sigset_t *mask);

/// Creates a pipe, reading end first. Both ends are nonblocking and closed by exec. Returns 0, or -1
/// with `errno`.
int platform_pipe(int ends[2]);

/// Replaces this process with `program`, searched for in PATH, with this environment. Returns only
/// on failure: -1 with `errno`.
int platform_exec(
    const char *program, char *const *arguments, char *const *environment);

/// The flag of `posix_spawn` for a new session (POSIX_SPAWN_SETSID), which some headers hide.
enum { PLATFORM_SPAWN_SESSION = 0x80 };

char **platform_environment(void);

/// The number of command-line arguments, including the program's name.
int platform_argument_count(void);

/// The argument at an index from 0, as bytes; NULL if there is none.
const char *platform_argument(int place);

/// True if the program has privileges its starter lacks, through set-user-ID or set-group-ID bits or
/// capabilities.
int platform_has_foreign_rights(void);

/// The path from which the kernel started the program; NULL if unknown.
const char *platform_executed_path(void);

/// Opens a descriptor, closed by exec, that becomes readable when the process ends; -1 with `errno`.
static inline int platform_pidfd_open(int process) {
  return (int)syscall(SYS_pidfd_open, process, 0U);
}

#endif
