// Memory that the kernel itself cannot read (memfd_secret).

#ifndef PLATFORM_SECRET_H
#define PLATFORM_SECRET_H

#include <stddef.h>

/// A page of `length` zero bytes between two pages without access, locked, and unreadable for the kernel
/// and so for whoever asks it; NULL with `errno` where there is none.
void *platform_make_secret_page(size_t length);

/// Gives such a page back, the two around it included; the kernel zeroes it.
void platform_free_secret_page(void *page, size_t length);

#endif
