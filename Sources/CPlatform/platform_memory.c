#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>

#include "platform_internal.h"

enum {
  PAGE_BYTES = 4096,
  MOST_RANGES = 512,
  /// More than the kernel's pages for reading the time, which lie below its code for that.
  CLOCK_BYTES = 32768,
};

// A program with a fixed address may lack it.
#pragma weak _DYNAMIC

/// Memory by its addresses, in order.
struct ranges {
  size_t count;
  struct range {
    uintptr_t start, end;
  } all[MOST_RANGES];
  struct platform_spare *spare;
};

static const uintptr_t PAGE_MASK = -(uintptr_t)PAGE_BYTES;

static void add(struct ranges *ranges, uintptr_t start, uintptr_t end) {
  size_t place = ranges->count++;
  if (place >= MOST_RANGES) return;
  for (; place > 0 && ranges->all[place - 1].start > start; place--) {
    ranges->all[place] = ranges->all[place - 1];
  }
  ranges->all[place] = (struct range){start & PAGE_MASK, (end + PAGE_BYTES - 1) & PAGE_MASK};
}

/// The tables of a program or library that nobody writes after it is loaded; NULL for none.
static const ElfW(Phdr) *tables_of(const struct dl_phdr_info *object) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    if (object->dlpi_phdr[i].p_type == PT_GNU_RELRO) return &object->dlpi_phdr[i];
  }
  return NULL;
}

/// Adds the program's variables that have a value in its file, since constants may be among them.
/// They are many, and written all the time; the child does without their contents.
static void add_variables(struct ranges *ranges, uintptr_t start, size_t size) {
  add(ranges, start, start + size);
  uintptr_t first = (start + PAGE_BYTES - 1) & PAGE_MASK, end = (start + size) & PAGE_MASK;
  if (first >= end || ranges->spare->count == PLATFORM_MOST_SPARE) return;
  ranges->spare->parts[ranges->spare->count++] = (struct platform_part){(void *)first, end - first};
}

/// Adds a program or library.
static int add_object(struct dl_phdr_info *object, size_t size, void *ranges) {
  (void)size;
  bool is_program = object->dlpi_name == NULL || object->dlpi_name[0] == 0;
  const ElfW(Phdr) *tables = tables_of(object);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD) continue;
    uintptr_t start = object->dlpi_addr + part->p_vaddr;
    bool has_tables = tables != NULL && tables->p_vaddr >= part->p_vaddr &&
                      tables->p_vaddr < part->p_vaddr + part->p_memsz;
    if (!is_program || !(part->p_flags & PF_W) || tables == NULL) {
      add(ranges, start, start + part->p_memsz);
    } else if (has_tables) {
      uintptr_t end = object->dlpi_addr + tables->p_vaddr + tables->p_memsz;
      add(ranges, start, end);
      uintptr_t rest = start + part->p_filesz;
      if (rest > end) add_variables(ranges, end, rest - end);
    } else {
      add_variables(ranges, start, part->p_filesz);
    }
  }
  return 0;
}

/// Adds the C library's memory for this thread, which includes `errno`.
static void add_thread(struct ranges *ranges) {
  // In a program that contains the C library, these are all of its variables that plain calls read.
  add(ranges, (uintptr_t)&__libc_single_threaded, (uintptr_t)(&__libc_single_threaded + 1));
  uintptr_t self = (uintptr_t)pthread_self(), code = (uintptr_t)&errno;
  uintptr_t start = self < code ? self : code, end = self < code ? code : self;
  add(ranges, start, end + PAGE_BYTES);
}

static void add_region(void *start, size_t count, void *ranges) {
  add(ranges, (uintptr_t)start, (uintptr_t)start + count);
}

/// Tells whether every call was bound when the program was loaded. Binding at the first call takes
/// memory of the linker's that cannot be located.
static bool is_bound(void) {
  if (_DYNAMIC == NULL) return false;
  for (const ElfW(Dyn) *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
    switch (entry->d_tag) {
    case DT_BIND_NOW: return true;
    case DT_FLAGS: if (entry->d_un.d_val & DF_BIND_NOW) return true; break;
    case DT_FLAGS_1: if (entry->d_un.d_val & DF_1_NOW) return true; break;
    }
  }
  return false;
}

/// Gives all memory outside some ranges an advice; gaps without memory need none.
static void advise_beside(const struct ranges *ranges, int advice) {
  uintptr_t position = 0;
  for (size_t i = 0; i < ranges->count; i++) {
    const struct range *range = &ranges->all[i];
    if (range->start > position) madvise((void *)position, range->start - position, advice);
    if (range->end > position) position = range->end;
  }
  const uintptr_t end = (uintptr_t)INTPTR_MAX & PAGE_MASK;
  madvise((void *)position, end - position, advice);
}

void platform_memory_withhold(
    bool withheld, const void *own, size_t size, struct platform_spare *spare) {
  spare->count = 0;
  if (!is_bound()) return;
  struct ranges ranges = {.count = 0, .spare = spare};
  dl_iterate_phdr(add_object, &ranges);
  add_thread(&ranges);
  uintptr_t clock = getauxval(AT_SYSINFO_EHDR);
  if (clock > CLOCK_BYTES) add(&ranges, clock - CLOCK_BYTES, clock + 2 * PAGE_BYTES);
  add(&ranges, (uintptr_t)platform_state, (uintptr_t)(platform_state + 1));
  add(&ranges, (uintptr_t)own, (uintptr_t)own + size);
  // These are never forked.
  platform_each_region(add_region, &ranges);
  if (ranges.count > MOST_RANGES) {
    spare->count = 0;
    return;
  }
  advise_beside(&ranges, withheld ? MADV_DONTFORK : MADV_DOFORK);
}

void platform_memory_discard(const struct platform_spare *spare) {
  // A variable itself.
  struct platform_state *state = platform_state;
  for (size_t i = 0; i < spare->count; i++) {
    madvise(spare->parts[i].start, spare->parts[i].length, MADV_DONTNEED);
  }
  platform_state = state;
}
