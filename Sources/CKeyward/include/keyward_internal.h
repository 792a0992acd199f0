// What the C interface needs beside its header: the lock, forks, the end. Nothing of it is exported.

#ifndef KEYWARD_INTERNAL_H
#define KEYWARD_INTERNAL_H

#include <stdbool.h>

/// Waits until no other thread is in the library; the same thread may enter again.
void keyward_lock(void);

/// Lets other threads in again.
void keyward_unlock(void);

/// A number that is another one in every forked child: handles of a parent are known by it.
unsigned keyward_forks(void);

/// Whether the library is gone, with all regions.
bool keyward_is_unloaded(void);

/// Says that this thread works with a region outside the lock, or no longer.
void keyward_begin_work(void);
void keyward_end_work(void);

#endif
