// Ending the program that called this one, if this one exits without an answer.

#ifndef PLATFORM_CALLER_H
#define PLATFORM_CALLER_H

enum { PLATFORM_CALLER_SIGNALS = 3 };

/// Makes every later exit of this process except one with status 0 call `platform_caller_end`.
///
/// `descriptor` is a pidfd of `process`, the parent of this process. `signals` are the signals to
/// send, in order; unused places are 0. Until a `SignalWatch` takes over, the signals that commonly
/// end this process are handled too.
void platform_caller_set(
    int descriptor, int process, const int signals[_Nonnull PLATFORM_CALLER_SIGNALS]);

/// The pidfd of the caller; -1 for none.
int platform_caller_descriptor(void);

/// Sends the signals to the caller until it has ended, and waits for its end after each.
///
/// SIGINT goes to the caller's process group if the caller leads it. Nothing is sent if the caller
/// has ended. Afterwards all signals are blocked. May run inside a signal handler.
void platform_caller_end(void);

#endif
