// Restoring the terminal. These functions may run inside a signal handler: they never allocate, lock or
// call into Swift.

#ifndef PLATFORM_EXIT_H
#define PLATFORM_EXIT_H

#include <stddef.h>

/// Leaves our screen if it is shown, and forgets the terminal without restoring its settings.
///
/// Call it when our settings are not in force.
void platform_terminal_forget(void);

/// Leaves the terminal to a shell that is about to take it: discards unread input and restores the
/// settings at once if ours are in force, then leaves our screen.
void platform_terminal_yield(void);

/// Leaves our screen if it is shown, zeroes unread input, and restores the settings.
///
/// Unread input is read into `drain`, which is accessible locked memory of `room` bytes. NULL means
/// the first registered region, which must have been wiped. All signals except faults are blocked
/// meanwhile. A terminal that accepts no output delays this by a fifth of a second; its pending
/// output is then discarded. Returns 0 if there was no terminal to restore, or if another program
/// has taken it.
int platform_terminal_leave(void *drain, size_t room);

#endif
