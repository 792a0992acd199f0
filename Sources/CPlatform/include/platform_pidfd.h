// A descriptor that stands for another process and tells of its end.

#ifndef PLATFORM_PIDFD_H
#define PLATFORM_PIDFD_H

#include <sys/syscall.h>
#include <unistd.h>

/// Opens a descriptor that becomes readable when the process ends and is closed on exec; -1 with
/// `errno`.
static inline int platform_pidfd_open(int process) {
  return (int)syscall(SYS_pidfd_open, process, 0U);
}

#endif
