// The one wait of the code that must be async-signal-safe.

#ifndef PLATFORM_WAIT_H
#define PLATFORM_WAIT_H

#include <limits.h>
#include <poll.h>

/// The end of a wait that has none.
#define PLATFORM_NEVER LONG_MAX

/// The milliseconds of the monotonic clock.
long platform_milliseconds_now(void);

/// Waits until one of `count` descriptors has an event, or until `end` on the clock above; an `end`
/// that has passed, such as 0, only looks. Returns the number of descriptors with events.
///
/// A signal does not end the wait. If the kernel refuses the wait several times, every descriptor has
/// the event POLLNVAL, so that nobody waits again at once. `errno` is kept.
int platform_wait_all(struct pollfd *list, nfds_t count, long end);

/// Does the same for one descriptor; returns its events, or 0 once the time is reached. Without a
/// descriptor (-1) it only waits.
short platform_wait(int descriptor, short events, long end);

#endif
