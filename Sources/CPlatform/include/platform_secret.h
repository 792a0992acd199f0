// Memory that the kernel itself cannot read (memfd_secret).

#ifndef PLATFORM_SECRET_H
#define PLATFORM_SECRET_H

#include <stddef.h>

/// Makes pages of `length` zero bytes, as many without access before and behind them. They are
/// locked, and unreadable for the kernel and so for anybody who asks the kernel. NULL with `errno`
/// if they cannot be made.
void *platform_make_secret_pages(size_t length);

/// Frees such pages, those around them included; the kernel zeroes them.
void platform_free_secret_pages(void *pages, size_t length);

#endif
