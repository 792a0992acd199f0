// Signals, noted for a loop that polls, or acted on inside the handler where that loop cannot.

#ifndef PLATFORM_SIGNALS_H
#define PLATFORM_SIGNALS_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

/// Installs the handlers. WINCH CONT CHLD, and INT TERM HUP QUIT TSTP unless they are ignored, are noted
/// and wake the loop, and so are USR1 USR2 ALRM VTALRM PROF XCPU XFSZ STKFLT IO PWR and the real-time
/// signals where their default was in force; SEGV BUS ILL FPE TRAP ABRT SYS end the process in order, on
/// a stack of their own; PIPE is ignored. `sentence` of `length` bytes goes to standard error after a
/// fault. The descriptor to poll, or -1 with `errno`.
int platform_signals_install(const char *sentence, size_t length);

/// Puts the dispositions back as they were and closes the descriptor. An ending signal that was noted
/// and not taken is raised then.
void platform_signals_uninstall(void);

/// Takes what was noted since the last call: bit N for signal N. `ending` becomes the first of those
/// that end the process, or 0.
uint64_t platform_signals_take(int *ending);

/// The first signal that ends the process and has not been taken yet, or 0.
int platform_signals_waiting(void);

/// Holds back every signal but faults in this thread; `mask` takes what was in force.
void platform_signals_hold(sigset_t *mask);

/// Puts back what was in force before.
void platform_signals_release(const sigset_t *mask);

/// Counts sections in which signals that end the process are acted on in the handler at once.
void platform_signals_at_once(int change);

/// Stops this process, or its whole group, as the default of TSTP does. 1 after being continued, 0
/// where nothing stopped it, as where TSTP was ignored before.
int platform_signals_suspend(int whole_group);

#endif
