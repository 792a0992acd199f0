// Faults a process brings upon itself, to see how it takes them.

#ifndef TEST_FAULTS_H
#define TEST_FAULTS_H

#include <stddef.h>
#include <stdint.h>

/// `fork`, which Swift does not import.
int test_fork(void);

/// From now on the system call `number` fails with `error`; 0 or an errno.
int test_deny_call(int number, int error);

/// From now on `mlock` fails with `error`, and there is no secret memory; 0 or an errno.
int test_deny_lock(int error);

/// From now on the kernel has no secret memory; 0 or an errno.
int test_deny_secret_memory(void);

/// From now on the kernel has no Landlock and, unless `has_filter`, no filter of calls; 0 or an errno.
int test_deny_sandbox(int has_filter);

/// From now on a part of a sandbox cannot be closed although the kernel has it: 0 the filter of calls, 1
/// Landlock; 0 or an errno.
int test_deny_closing(int layer);

/// From now on memory keeps its protection; 0 or an errno.
int test_deny_protection(int error);

/// From now on `mmap` of exactly `length` bytes fails with `error`; 0 or an errno.
int test_deny_mapping(size_t length, int error);

/// From now on `prctl` with this first argument fails with `error`; 0 or an errno.
int test_deny_prctl(int option, int error);

/// From now on forbidding core files and lowering their limit seems to work but does nothing; 0 or an
/// errno.
int test_swallow_hardening(void);

/// Lowers the limit on locked memory and becomes an ordinary user, for whom it holds; 0 or an errno.
int test_become_ordinary(uint64_t lock_limit);

/// From now on a signal interrupts this process every millisecond; 0 or an errno.
int test_interrupt_every_millisecond(void);

/// Sets the room of a pipe in bytes; 0 or an errno.
int test_set_pipe_size(int descriptor, int bytes);

#endif
