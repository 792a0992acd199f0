// Memory for secrets: pages that the kernel itself cannot read (memfd_secret), and the table of
// regions to wipe at exit. Wiping may run inside a signal handler: it never allocates, locks or
// calls into Swift.

#ifndef PLATFORM_MEMORY_H
#define PLATFORM_MEMORY_H

#include <stddef.h>

/// Maps zeroed, locked secret memory between two inaccessible areas of the same size. The kernel
/// itself cannot read secret memory. Returns NULL with `errno` on failure.
void *platform_make_secret_pages(size_t length);

/// Unmaps the pages, which the kernel zeroes, and the areas around them.
void platform_free_secret_pages(void *pages, size_t length);

enum {
  PLATFORM_WIPE_SLOTS = 256,
};

/// Frees an accessible, wiped region and the pages around it.
typedef void (*platform_free_region)(void *page, size_t length, void *start);

/// Registers a region of `count` bytes at `start` for wiping at exit. The region is in memory of
/// `length` bytes at `page`. When the library is unloaded, `free` frees that memory; NULL leaves it
/// mapped. Returns the slot, or -1 if all slots are taken.
int platform_wipe_add(
    void *page, size_t length, void *start, size_t count, platform_free_region free);

void platform_wipe_remove(int slot);

/// Makes every registered region accessible and zeroes it. The regions stay accessible.
void platform_wipe_all(void);

/// Zeroes, frees and unregisters every region. Call it when the library is unloaded; no region may
/// be used afterwards.
void platform_wipe_and_free(void);

/// Clears the table of regions in a forked child, which does not inherit the regions.
void platform_wipe_forget(void);

/// Overwrites memory with zeros; the compiler cannot remove these writes.
void platform_zero(void *start, size_t count);

/// Makes the first registered region accessible and returns its address; NULL if there is none.
void *platform_first_region(size_t *count);

#endif
