// Holds a process at the moment of its end, while its memory still exists.

#ifndef TEST_TRACE_H
#define TEST_TRACE_H

enum {
  TEST_TRACE_RUNNING = 0,
  TEST_TRACE_AT_END = 1,
  TEST_TRACE_GONE = 2,
};

/// Follows `process` from now on, without stopping it; 0 or an errno. The calling thread must make
/// all later calls.
int test_trace(int process);

/// Passes on the events since the last call and returns the state of the process, as above. The
/// process waits at its end until it is released.
int test_trace_step(int process);

/// Lets the process end.
void test_trace_release(int process);

#endif
