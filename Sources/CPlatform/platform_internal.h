// What the files of this target share.

#ifndef PLATFORM_INTERNAL_H
#define PLATFORM_INTERNAL_H

#include <stddef.h>

/// Zeroes memory with writes no compiler may leave out.
void platform_zero(void *start, size_t count);

/// The bytes of the first registered region, opened; NULL where there is none.
void *platform_first_region(size_t *count);

#endif
