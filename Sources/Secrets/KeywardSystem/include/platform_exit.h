// The end of the process by a signal, which wipes and restores whatever happened before. It may run inside
// a signal handler: it never allocates, locks or calls into Swift.

#ifndef PLATFORM_EXIT_H
#define PLATFORM_EXIT_H

#include <stddef.h>

/// Wipes everything, leaves the terminal, dismisses the restore helper, and ends the process by signal
/// `number`, for the parent to see.
_Noreturn void platform_die(int number);

/// The same, after `length` bytes of `sentence` on standard error.
_Noreturn void platform_die_saying(int number, const char *sentence, size_t length);

/// Installs the handlers of signals, as `platform_signals_install` does; those that end the process do it
/// this way.
int platform_exit_by_signals(const char *sentence, size_t length);

#endif
