#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <sys/prctl.h>
#include <sys/resource.h>

/// `prctl` with one argument; Swift cannot call a C function with a variable argument list.
static inline int platform_prctl(int option, unsigned long argument) {
  return prctl(option, argument, 0UL, 0UL, 0UL);
}

/// The limits of this process on locked memory in bytes; Swift cannot see the name of the resource.
static inline int platform_lock_limits(struct rlimit *limits) {
  return getrlimit(RLIMIT_MEMLOCK, limits);
}

#endif
