/* Makes mapping number `FAIL_AT`, counted from 0, of a guarded region fail. libsodium maps a region
   of one to four pages with a header and two guard pages. Swift's runtime maps a stack for its crash
   handler, whose size depends on the processor. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
static int is_of_sodium(void *caller) {
  Dl_info info;
  return dladdr(caller, &info) != 0 && info.dli_fname != NULL && strstr(info.dli_fname, "sodium") != NULL;
}
void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  static int left = -1;
  if (left == -1) left = atoi(getenv("FAIL_AT"));
  if (length >= 4 * 4096 && length <= 7 * 4096 && file == -1 &&
      is_of_sodium(__builtin_return_address(0)) && left-- == 0) {
    left = -2;
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}
void *mmap64(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  return mmap(address, length, protection, flags, file, offset);
}
