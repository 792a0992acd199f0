// Restoring the terminal, and ending the process by a signal after wiping secrets and restoring the
// terminal. These functions may run inside a signal handler: they never allocate, lock or call into
// Swift.

#ifndef PLATFORM_EXIT_H
#define PLATFORM_EXIT_H

#include <stddef.h>
#include <termios.h>

#include "platform_restore.h"

/// Records how to leave the terminal `descriptor`: the bytes `end` that leave our screen, and the
/// `settings` to restore. Forgets the previous terminal. `lock` is the file that is locked while we use
/// the terminal, -1 for none. Returns 0, or -1 if there are too many bytes.
int platform_terminal_remember(
    int descriptor, int lock, const struct termios *settings, struct platform_screen_end end);

/// Forgets the recorded terminal without restoring its settings, for use when our settings are not in
/// force. Leaves our screen if it is shown.
void platform_terminal_forget(void);

/// Leaves the recorded terminal; later calls do nothing. Leaves our screen if it is shown, reads unread
/// input into `drain` and zeroes it, and restores the settings. `drain` is accessible locked memory of
/// `room` bytes; NULL means the first registered region, already wiped. Signals are blocked meanwhile. A
/// terminal that accepts no output delays this by a fifth of a second; its pending output is then
/// discarded. Returns 1 if there was a terminal, else 0.
int platform_terminal_leave(void *drain, size_t room);

/// Wipes all secrets, leaves the terminal, dismisses the restore helper, and ends the process by signal
/// `number`, so that the parent sees that signal.
_Noreturn void platform_die(int number);

/// Same as `platform_die`, but also writes `length` bytes of `sentence` to standard error.
_Noreturn void platform_die_saying(int number, const char *sentence, size_t length);

/// Installs the signal handlers with `platform_signals_install`; terminating signals end the
/// process through `platform_die_saying`.
int platform_exit_by_signals(const char *sentence, size_t length);

#endif
