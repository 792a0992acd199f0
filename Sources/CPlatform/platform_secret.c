#define _GNU_SOURCE
#include "platform_secret.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Newer than the headers of some systems this is built on; the number is the same on every machine.
enum { CALL_MEMFD_SECRET = 447 };

/// Puts secret memory in place of a page.
static int put_secret(void *page, size_t length) {
  int file = (int)syscall(CALL_MEMFD_SECRET, O_CLOEXEC);
  if (file < 0) return 0;
  int is_there =
      ftruncate(file, (off_t)length) == 0 &&
      mmap(page, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED;
  close(file);
  return is_there;
}

void *platform_make_secret_page(size_t length) {
  char *start = mmap(NULL, 3 * length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return NULL;
  if (put_secret(start + length, length)) return start + length;
  int code = errno;
  munmap(start, 3 * length);
  errno = code;
  return NULL;
}

void platform_free_secret_page(void *page, size_t length) {
  munmap((char *)page - length, 3 * length);
}
