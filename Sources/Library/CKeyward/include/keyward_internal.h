// The parts of the C interface beside its header: the lock, forks, the end. None of it is exported.

#ifndef KEYWARD_INTERNAL_H
#define KEYWARD_INTERNAL_H

#include <stdbool.h>

/// Waits until no other thread is in the library; the same thread may enter again.
void keyward_lock(void);

/// Lets other threads in again.
void keyward_unlock(void);

/// A number that differs in every forked child; it marks the handles of a parent.
unsigned keyward_forks(void);

/// Tells whether the library is gone, with all regions.
bool keyward_is_unloaded(void);

/// Notes that this thread works with a region outside the lock, or no longer does.
void keyward_begin_work(void);
void keyward_end_work(void);

#endif
