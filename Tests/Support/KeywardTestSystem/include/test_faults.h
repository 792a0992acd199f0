// Faults that a process causes for itself, to test its reaction.

#ifndef TEST_FAULTS_H
#define TEST_FAULTS_H

#include <stddef.h>
#include <stdint.h>

/// `fork`, which Swift does not import.
int test_fork(void);

/// Makes system call `number` fail with `error` from now on; 0 or an errno.
int test_deny_call(int number, int error);

/// The same for a call by its name; `test_deny_named` has the list.
int test_deny_named(const char *name, int error);

/// Makes `mlock` fail with `error` from now on, and removes secret memory; 0 or an errno.
int test_deny_lock(int error);

/// Removes the kernel's secret memory from now on; 0 or an errno.
int test_deny_secret_memory(void);

/// Removes Landlock from now on and, unless `has_filter`, the filter of calls; 0 or an errno.
int test_deny_sandbox(int has_filter);

/// Makes closing a part of a sandbox fail from now on, although the kernel has it: 0 the filter of
/// calls, 1 Landlock; 0 or an errno.
int test_deny_closing(int layer);

/// Makes every change of memory protection fail from now on; 0 or an errno.
int test_deny_protection(int error);

/// Makes `mmap` of exactly `length` bytes fail with `error` from now on; 0 or an errno.
int test_deny_mapping(size_t length, int error);

/// Makes `prctl` with this first argument fail with `error` from now on; 0 or an errno.
int test_deny_prctl(int option, int error);

/// Makes forbidding core files and lowering their limit succeed without effect from now on; 0 or an
/// errno.
int test_swallow_hardening(void);

/// Lowers the limit on locked memory and becomes an ordinary user, who is bound by it; 0 or an
/// errno.
int test_become_ordinary(uint64_t lock_limit);

/// Limits the size of the files that this process writes, in bytes; 0 or an errno.
int test_limit_files(uint64_t limit);

/// Makes a signal interrupt this thread every millisecond from now on; 0 or an errno.
int test_interrupt_every_millisecond(void);

/// Sets the capacity of a pipe in bytes; 0 or an errno.
int test_set_pipe_size(int descriptor, int bytes);

#endif
