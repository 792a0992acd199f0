// Memory that the kernel itself cannot read (memfd_secret).

#ifndef PLATFORM_SECRET_H
#define PLATFORM_SECRET_H

#include <stddef.h>

/// Makes a page of `length` zero bytes between two pages without access. It is locked, and
/// unreadable for the kernel and so for anybody who asks the kernel. NULL with `errno` if it cannot
/// be made.
void *platform_make_secret_page(size_t length);

/// Frees such a page, the two around it included; the kernel zeroes it.
void platform_free_secret_page(void *page, size_t length);

#endif
