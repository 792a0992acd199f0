/* Makes mapping number `FAIL_AT`, counted from 0, of a guarded region fail. A region of one to
   four pages is mapped with a header and two guard pages. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  static int left = -1;
  if (left == -1) left = atoi(getenv("FAIL_AT"));
  if (length >= 4 * 4096 && length <= 7 * 4096 && file == -1 && left-- == 0) {
    left = -2;
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}
void *mmap64(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  return mmap(address, length, protection, flags, file, offset);
}
