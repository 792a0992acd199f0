// Memory for secrets: pages that the kernel itself cannot read (memfd_secret), and the regions to wipe at
// the exit. Wiping may run inside a signal handler: it never allocates, locks or calls into Swift.

#ifndef PLATFORM_MEMORY_H
#define PLATFORM_MEMORY_H

#include <stddef.h>

/// Makes pages of `length` zero bytes, as many without access before and after them. They are
/// locked, and unreadable for the kernel and so for anybody who asks the kernel. NULL with `errno`
/// if they cannot be made.
void *platform_make_secret_pages(size_t length);

/// Frees such pages, those around them included; the kernel zeroes them.
void platform_free_secret_pages(void *pages, size_t length);

enum {
  /// The most regions that can exist at once.
  PLATFORM_WIPE_SLOTS = 256,
};

/// Frees an open, wiped region, with the pages around it.
typedef void (*platform_free_region)(void *page, size_t length, void *start);

/// Remembers `count` bytes at `start`, in memory of `length` bytes from `page` on, for wiping
/// at the exit. `free` frees them; NULL if nobody does. Returns the slot, or -1 if all are taken.
int platform_wipe_add(
    void *page, size_t length, void *start, size_t count, platform_free_region free);

/// Forgets the region in `slot`.
void platform_wipe_remove(int slot);

/// Opens and zeroes every remembered region; they stay open.
void platform_wipe_all(void);

/// Zeroes, frees and forgets every remembered region, for a library that is unloaded. Nothing may
/// use a region afterwards.
void platform_wipe_and_free(void);

/// Forgets every region, for a forked child, which has none of them.
void platform_wipe_forget(void);

/// Zeroes memory with writes that no compiler may leave out.
void platform_zero(void *start, size_t count);

/// The bytes of the first registered region, opened; NULL if there is none.
void *platform_first_region(size_t *count);

#endif
