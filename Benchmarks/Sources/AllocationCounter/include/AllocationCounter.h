#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// The number of times this process has asked the C library for memory, on all threads.
long allocation_count(void);

#endif
