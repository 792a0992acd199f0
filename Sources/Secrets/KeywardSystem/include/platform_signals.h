// Signals: noted for a loop that polls, or handled in the handler if that loop cannot act.

#ifndef PLATFORM_SIGNALS_H
#define PLATFORM_SIGNALS_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

/// The answer of `platform_signals_install` if the handlers got no stack.
enum { PLATFORM_NO_STACK = -2 };

/// Ends the process by signal `number`, after `length` bytes of a sentence on standard error; called in a
/// handler.
typedef void platform_ending(int number, const char *sentence, size_t length);

/// Installs the handlers and returns the descriptor to poll, or with `errno`: PLATFORM_NO_STACK, and
/// -1 for EBUSY or if there is no descriptor. WINCH CONT CHLD,
/// and INT TERM HUP QUIT TSTP unless they are ignored, are noted and wake the loop; so are USR1
/// USR2 ALRM VTALRM PROF XCPU XFSZ STKFLT IO PWR and the real-time signals if their default was in
/// force. SEGV BUS ILL FPE TRAP ABRT SYS end the process in order. PIPE is ignored. All handlers have
/// their own stack, which `platform_signals_take` wipes. `end` ends the process, after a fault with
/// `sentence` of `length` bytes.
int platform_signals_install(const char *sentence, size_t length, platform_ending *end);

/// Wipes what signals have left on their own stack. A handler that never returns gives its frame, and
/// keeps what is below it.
void platform_signals_wipe_above(void *frame);

/// True if this process was sent `number` because of a limit on its resources.
int platform_signals_noted_limit(int number);

/// Restores the former dispositions and closes the descriptor. Then it raises an ending signal that
/// was noted and not taken.
void platform_signals_uninstall(void);

/// Takes the signals noted since the last call: bit N for signal N. `ending` becomes the first one
/// that ends the process, or 0.
uint64_t platform_signals_take(int *ending);

/// The first untaken signal that ends the process, or 0.
int platform_signals_waiting(void);

/// Holds back every signal but faults in this thread; `mask` receives the former mask.
void platform_signals_hold(sigset_t *mask);

/// Restores the former mask.
void platform_signals_release(const sigset_t *mask);

/// Counts the sections in which the handler acts at once on signals that end the process.
void platform_signals_at_once(int change);

/// Stops this process, or its whole group, like the default of TSTP. Returns 1 after a
/// continuation, 0 if nothing stopped it, for instance because TSTP was ignored before.
int platform_signals_suspend(int whole_group);

#endif
