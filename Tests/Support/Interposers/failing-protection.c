/* Makes call number `FAIL_AT`, counted from 0, of those in `FAILING` fail on our memory. Without
   `ONCE` all later ones fail too. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
static int fails(const char *call) {
  static int count;
  const char *name = getenv("FAILING"), *at = getenv("FAIL_AT");
  if (name == NULL || at == NULL || strcmp(name, call) != 0) return 0;
  int place = count++;
  if (getenv("ONCE") != NULL ? place != atoi(at) : place < atoi(at)) return 0;
  errno = ENOMEM;
  return 1;
}
int mprotect(void *address, size_t length, int protection) {
  return fails("mprotect") ? -1 : (int)syscall(SYS_mprotect, address, length, protection);
}
int mlock(const void *address, size_t length) {
  return fails("mlock") ? -1 : (int)syscall(SYS_mlock, address, length);
}
int madvise(void *address, size_t length, int advice) {
  return fails("madvise") ? -1 : (int)syscall(SYS_madvise, address, length, advice);
}
