// This process: its arguments, limits and signal dispositions, and becoming another program. Swift can
// import neither functions with a variable argument list nor the names of the resources.

#ifndef PLATFORM_PROCESS_H
#define PLATFORM_PROCESS_H

#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/// `prctl` with one argument.
static inline int platform_prctl(int option, unsigned long argument) {
  return prctl(option, argument, 0UL, 0UL, 0UL);
}

/// The limits on locked memory in bytes.
static inline int platform_lock_limits(struct rlimit *limits) {
  return getrlimit(RLIMIT_MEMLOCK, limits);
}

/// The limits on the size of a core file in bytes.
static inline int platform_core_limits(struct rlimit *limits) {
  return getrlimit(RLIMIT_CORE, limits);
}

/// Sets the limits on the size of a core file.
static inline int platform_set_core_limits(struct rlimit limits) {
  return setrlimit(RLIMIT_CORE, &limits);
}

/// Closes every descriptor but one, also where the kernel does not know `close_range`, or refuses it.
void platform_close_all_but(int kept);

/// True if the parent ignored signal `number` when it started this program, as `nohup` does.
int platform_was_ignored(int number);

/// Restores the default dispositions of SEGV, ILL, TRAP, ABRT, BUS, FPE and QUIT, on which the
/// Swift runtime has installed its crash reporter. A QUIT that the parent ignored stays ignored.
/// Returns 0, or -1 with `errno`.
int platform_reset_crash_signals(void);

/// Restores every signal's disposition from the start of this program, ignored or the default, and
/// sets the mask: for a program about to become another one.
void platform_give_back_signals(const sigset_t *mask);

/// Makes a pipe, reading end first; both ends do not block and are closed by exec. Returns 0, or -1
/// with `errno`.
int platform_pipe(int ends[2]);

/// Becomes `program`, searched for in PATH, with this environment; returns -1 with `errno`.
int platform_exec(
    const char *program, char *const *arguments, char *const *environment);

/// The flag of `posix_spawn` for a new session, which some headers hide.
enum { PLATFORM_SPAWN_SESSION = 0x80 };

/// The environment of this process, ending with NULL.
char **platform_environment(void);

/// The number of words, the program's name included.
int platform_argument_count(void);

/// The word at an index from 0, as bytes; NULL if there is none.
const char *platform_argument(int place);

/// True if the program has rights that its starter lacks, by its file's bits or capabilities.
int platform_has_foreign_rights(void);

/// The path by which the kernel started the program; NULL if the kernel does not know it.
const char *platform_executed_path(void);

/// Opens a descriptor that becomes readable when the process ends and is closed on exec; -1 with
/// `errno`.
static inline int platform_pidfd_open(int process) {
  return (int)syscall(SYS_pidfd_open, process, 0U);
}

#endif
