// The restore helper: a child that waits for the end of this process, and restores the terminal if the
// process was killed before it could. It has a session of its own, and none of our files but the
// terminal and its lock.

#ifndef PLATFORM_RESTORE_HELPER_H
#define PLATFORM_RESTORE_HELPER_H

/// Starts the helper, unless there is one. Returns 0, or -1 with `errno`.
///
/// The helper is a copy of this process, so call this while there is no secret and no registered
/// region, before the terminal is changed, and without other threads.
int platform_restore_helper_start(void);

/// Returns whether there is a helper that is ready, and waits for that for 2 seconds at most. A helper
/// that does not become ready is dismissed.
int platform_restore_helper_is_ready(void);

/// Ends the helper and waits for that for 50 milliseconds at most. Call it after the terminal was
/// left. It may run inside a signal handler.
void platform_restore_helper_dismiss(void);

#endif
