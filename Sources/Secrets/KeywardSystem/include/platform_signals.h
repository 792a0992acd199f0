// Signals: recorded for a loop that polls, or handled in the handler if that loop cannot act.

#ifndef PLATFORM_SIGNALS_H
#define PLATFORM_SIGNALS_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

/// Installs the handlers and returns the descriptor to poll.
///
/// On failure, returns -1 with `errno`, and `refused` receives the name of the refused call. EBUSY
/// means that handlers are already installed.
///
/// Some signals are only recorded, and make the descriptor readable. These are WINCH, CONT and
/// CHLD; INT, TERM, HUP, QUIT and TSTP unless they were ignored before; and USR1, USR2, ALRM,
/// VTALRM, PROF, XCPU, XFSZ, STKFLT, IO, PWR and the real-time signals if they had their default
/// disposition. SEGV, BUS, ILL, FPE, TRAP, ABRT and SYS end the process with `platform_die_saying`,
/// which writes `sentence`. PIPE is ignored. All handlers run on a separate stack, which
/// `platform_signals_take` wipes.
int platform_signals_install(const char *sentence, size_t length, const char **refused);

/// Restores the previous dispositions and closes the descriptor, then raises a recorded terminating
/// signal that was not taken, and those of WINCH, CONT and CHLD that arrived and had a handler.
void platform_signals_uninstall(void);

/// The signals recorded since the last call: bit N for signal N. `ending` receives the first
/// terminating signal, or 0.
uint64_t platform_signals_take(int *ending);

/// Records signals that `platform_signals_take` returned again, for a later call.
void platform_signals_put_back(uint64_t signals, int ending);

/// The recorded terminating signal that ends the process; 0 for none, or if it had a handler.
int platform_signals_waiting(void);

/// Adds `change` to a counter.
///
/// While the counter is above 0, the handler ends the process immediately on a terminating signal,
/// instead of recording it for the loop. A signal that had a handler before is always recorded.
void platform_signals_at_once(int change);

/// Stops this process or its whole group, as the default action of TSTP does. Returns 1 after being
/// continued, or 0 if nothing stopped it, for example because TSTP was ignored before.
int platform_signals_suspend(int whole_group);

/// Wipes all secrets, restores the terminal, dismisses the restore helper, calls
/// `platform_caller_end`, and ends the process with `platform_end_by`.
_Noreturn void platform_die(int number);

/// Like `platform_die`, but also writes `sentence` to standard error.
_Noreturn void platform_die_saying(int number, const char *sentence, size_t length);

#endif
