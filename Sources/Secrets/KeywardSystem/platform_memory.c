#define _GNU_SOURCE
#include "platform_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform_file.h"

// The headers of some systems lack this call; its number is the same on every machine.
enum { CALL_MEMFD_SECRET = 447 };

static int put_secret(void *pages, size_t length) {
  int file = (int)syscall(CALL_MEMFD_SECRET, O_CLOEXEC);
  if (file < 0) return 0;
  int is_there =
      platform_set_length(file, (off_t)length) == 0 &&
      mmap(pages, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED;
  close(file);
  return is_there;
}

void *platform_make_secret_pages(size_t length) {
  char *start = mmap(NULL, 3 * length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return NULL;
  if (put_secret(start + length, length)) return start + length;
  int code = errno;
  munmap(start, 3 * length);
  errno = code;
  return NULL;
}

void platform_free_secret_pages(void *pages, size_t length) {
  munmap((char *)pages - length, 3 * length);
}

struct region {
  /// Written after all other members and read before them, so that a handler never uses a partly
  /// written entry.
  atomic_int state;
  void *page;
  size_t length;
  void *start;
  size_t count;
  platform_free_region free;
};

enum { SLOT_FREE, SLOT_CLAIMED, SLOT_USED };

static struct region regions[PLATFORM_WIPE_SLOTS];

int platform_wipe_add(
    void *page, size_t length, void *start, size_t count, platform_free_region free) {
  for (int slot = 0; slot < PLATFORM_WIPE_SLOTS; slot++) {
    struct region *region = &regions[slot];
    int expected = SLOT_FREE;
    if (!atomic_compare_exchange_strong(&region->state, &expected, SLOT_CLAIMED)) continue;
    region->page = page;
    region->length = length;
    region->start = start;
    region->count = count;
    region->free = free;
    atomic_store(&region->state, SLOT_USED);
    return slot;
  }
  return -1;
}

void platform_wipe_remove(int slot) {
  atomic_store(&regions[slot].state, SLOT_FREE);
}

void platform_zero(void *start, size_t count) {
  volatile unsigned char *bytes = start;
  for (size_t i = 0; i < count; i++) bytes[i] = 0;
}

/// Releases the pages, with their contents, of a region that cannot be made accessible.
static void discard_region(const struct region *region) {
  munlock(region->page, region->length);
  madvise(region->page, region->length, MADV_DONTNEED);
  // Secret memory keeps its contents while it is mapped.
  mmap(region->page, region->length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

/// Makes a region accessible; returns 0 on failure.
static int open_region(const struct region *region) {
  return mprotect(region->page, region->length, PROT_READ | PROT_WRITE) == 0;
}

static bool wipe_region(const struct region *region) {
  if (!open_region(region)) {
    discard_region(region);
    return false;
  }
  platform_zero(region->start, region->count);
  return true;
}

void platform_wipe_all(void) {
  for (int slot = 0; slot < PLATFORM_WIPE_SLOTS; slot++) {
    if (atomic_load(&regions[slot].state) == SLOT_USED) wipe_region(&regions[slot]);
  }
}

void platform_wipe_and_free(void) {
  for (int slot = 0; slot < PLATFORM_WIPE_SLOTS; slot++) {
    struct region *region = &regions[slot];
    if (atomic_load(&region->state) != SLOT_USED) continue;
    // A discarded region would fail the check of its canary.
    if (wipe_region(region) && region->free != NULL) {
      region->free(region->page, region->length, region->start);
    }
    atomic_store(&region->state, SLOT_FREE);
  }
}

void platform_wipe_forget(void) {
  for (int slot = 0; slot < PLATFORM_WIPE_SLOTS; slot++) atomic_store(&regions[slot].state, SLOT_FREE);
}

void *platform_first_region(size_t *count) {
  for (int slot = 0; slot < PLATFORM_WIPE_SLOTS; slot++) {
    const struct region *region = &regions[slot];
    if (atomic_load(&region->state) != SLOT_USED || !open_region(region)) continue;
    *count = region->count;
    return region->start;
  }
  *count = 0;
  return NULL;
}
