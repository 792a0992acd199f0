// A child that waits for the end of this process, and leaves the terminal if the process was killed
// before it could. It has a session of its own, none of our files but the terminal and its lock,
// and none of our memory but code, its tables and the facts for leaving.

#ifndef PLATFORM_WATCHER_H
#define PLATFORM_WATCHER_H

/// Starts the watcher, if there is none; 0, or -1 with `errno`. No other thread may be running.
int platform_watcher_start(void);

/// Sends the watcher away and waits for its end, a twentieth of a second at most. Call it after the
/// terminal was left. It may run inside a signal handler.
void platform_watcher_dismiss(void);

#endif
