#define _GNU_SOURCE
#include "platform_secret.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform_file.h"

// Newer than the headers of some systems this is built on; the number is the same on every machine.
enum { CALL_MEMFD_SECRET = 447 };

/// Puts secret memory in place of pages.
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
