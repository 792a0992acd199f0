#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <sys/prctl.h>

/// `prctl` with one argument; Swift cannot call a C function with a variable argument list.
static inline int platform_prctl(int option, unsigned long argument) {
  return prctl(option, argument, 0UL, 0UL, 0UL);
}

#endif
