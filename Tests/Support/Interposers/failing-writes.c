/* Makes the call named by `FAIL_IN` fail from number `FAIL_AT` on, counted from 0. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
static int fails(const char *what) {
  static int left = -1;
  if (strcmp(getenv("FAIL_IN"), what) != 0) return 0;
  if (left == -1) left = atoi(getenv("FAIL_AT"));
  if (left > 0) return left--, 0;
  errno = atoi(getenv("FAIL_WITH"));
  return 1;
}
ssize_t write(int file, const void *bytes, size_t count) {
  return file > 2 && fails("write") ? -1 : syscall(SYS_write, file, bytes, count);
}
int fsync(int file) { return fails("fsync") ? -1 : syscall(SYS_fsync, file); }
