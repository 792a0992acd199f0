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

static inline int platform_lock_limits(struct rlimit *limits) {
  return getrlimit(RLIMIT_MEMLOCK, limits);
}

static inline int platform_core_limits(struct rlimit *limits) {
  return getrlimit(RLIMIT_CORE, limits);
}

static inline int platform_set_core_limits(struct rlimit limits) {
  return setrlimit(RLIMIT_CORE, &limits);
}

/// Closes all descriptors except `kept` and `other`, which is -1 for none.
void platform_close_all_but(int kept, int other);

/// True if the parent ignored signal `number` when it started this program, as `nohup` does with
/// HUP.
int platform_was_ignored(int number);

/// Resets SEGV, ILL, TRAP, ABRT, BUS, FPE and QUIT to their defaults, since the Swift runtime
/// installs its crash reporter on them. A QUIT that the parent ignored stays ignored.
int platform_reset_crash_signals(void);

/// Changes the signals that are blocked, like `pthread_sigmask`; `before` may be null.
///
/// A filter may refuse a call once: signals that stayed blocked then would end no wait. So the call
/// is made up to three times; if all are refused, `before` is empty and the result is -1.
int platform_change_mask(int how, const sigset_t *set, sigset_t *before);

/// Sets the disposition of a signal, like `sigaction`, and also in up to three calls.
int platform_change_action(int number, const struct sigaction *action, struct sigaction *before);

/// The signals by which a fault of the program ends it.
enum { PLATFORM_FAULTS = 7 };
extern const int platform_faults[PLATFORM_FAULTS];

/// Blocks all signals except faults in this thread; `mask` receives the previous mask. Returns -1 if
/// the kernel refuses that.
int platform_hold_signals(sigset_t *mask);

void platform_release_signals(const sigset_t *mask);

/// Ends the process by the default action of a signal, or with exit status 128 + `number` if that
/// action does not end it.
///
/// This function does not wipe secrets and does not restore the terminal.
_Noreturn void platform_end_by(int number);

/// Notes the parent that waits for this process.
void platform_note_waiting_parent(int parent);

/// True if the parent that waits for this process is dead; see `platform_start_child`.
int platform_has_lost_parent(void);

/// Restores the disposition, ignored or default, that each signal had when this program started,
/// and sets the mask. Call it before executing another program.
void platform_restore_signals(const sigset_t *mask);

/// Creates a pipe; both ends are nonblocking and closed by exec.
int platform_pipe(int ends[2]);

/// Executes a program, which it searches for in PATH; returns only on failure, -1 with `errno`.
int platform_exec(
    const char *program, char *const *arguments, char *const *environment);

/// The flag of `posix_spawn` for a new session (POSIX_SPAWN_SETSID), which some headers hide.
enum { PLATFORM_SPAWN_SESSION = 0x80 };

char **platform_environment(void);

int platform_argument_count(void);

const char *platform_argument(int place);

/// True if the program has privileges that the invoking user lacks, for example because of a
/// set-user-ID bit.
int platform_has_foreign_rights(void);

const char *platform_executed_path(void);

/// Opens a descriptor, closed by exec, that becomes readable when the process ends; -1 with
/// `errno`.
static inline int platform_pidfd_open(int process) {
  return (int)syscall(SYS_pidfd_open, process, 0U);
}

#endif
