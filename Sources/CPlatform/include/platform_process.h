// The kernel's properties of this process: limits, dumping, signal dispositions. Swift can import
// neither functions with a variable argument list nor the names of the resources.

#ifndef PLATFORM_PROCESS_H
#define PLATFORM_PROCESS_H

#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>

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

/// Tells whether the parent ignored signal `number` when it started this program, as `nohup` does.
int platform_was_ignored(int number);

/// Restores the default dispositions of SEGV, ILL, TRAP, ABRT, BUS, FPE and QUIT, on which the
/// Swift runtime has installed its crash reporter. A QUIT that the parent ignored stays ignored.
/// Returns 0, or -1 with `errno`.
int platform_reset_crash_signals(void);

/// Restores every signal's disposition from the start of this program, ignored or the default, and
/// sets the mask: for a program about to become another one.
void platform_give_back_signals(const sigset_t *mask);

#endif
