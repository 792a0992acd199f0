// The exit from a terminal, and the end of the process by a signal, which wipes and restores whatever happened
// before. They may run inside a signal handler: they never allocate, lock or call into Swift.

#ifndef PLATFORM_EXIT_H
#define PLATFORM_EXIT_H

#include <stddef.h>
#include <termios.h>

#include "platform_restore.h"

/// Remembers the way to leave the terminal `descriptor`, in place of the last one: the end of the screen,
/// and the `settings`. `lock` is the file that is locked while the terminal is ours, -1 for none. Returns
/// 0, or -1 if there are too many bytes.
int platform_terminal_remember(
    int descriptor, int lock, const struct termios *settings, struct platform_screen_end end);

/// Forgets the terminal, whose settings are not ours: ends only our screen, if it is shown.
void platform_terminal_forget(void);

/// Leaves the remembered terminal, once: ends our screen if it is shown, reads unread input into
/// `drain` (locked memory of `room` bytes, open; NULL for the first registered region, already
/// wiped) and zeroes it, and restores the settings. Signals wait until it is done. A terminal that
/// takes nothing delays it by a fifth of a second; its unread output is then thrown away. Returns 1
/// if there was a terminal, else 0.
int platform_terminal_leave(void *drain, size_t room);

/// Wipes everything, leaves the terminal, dismisses the restore helper, and ends the process by signal
/// `number`, for the parent to see.
_Noreturn void platform_die(int number);

/// The same, after `length` bytes of `sentence` on standard error.
_Noreturn void platform_die_saying(int number, const char *sentence, size_t length);

/// Installs the handlers of signals, as `platform_signals_install` does; those that end the process do it
/// this way.
int platform_exit_by_signals(const char *sentence, size_t length);

#endif
