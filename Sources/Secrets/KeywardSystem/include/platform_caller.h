// Ending the program that called this one, if this one exits without an answer.

#ifndef PLATFORM_CALLER_H
#define PLATFORM_CALLER_H

enum { PLATFORM_CALLER_SIGNALS = 3 };

/// Makes every later exit of this process except one with status 0 call `platform_caller_end`.
///
/// `descriptor` is a pidfd of `process`, the parent of this process; -1 if the kernel refuses one.
/// `signals` are the signals to send, in order; unused places are 0. Until a `SignalWatch` takes
/// over, all signals that end this process by default are handled too.
void platform_caller_set(
    int descriptor, int process, const int signals[_Nonnull PLATFORM_CALLER_SIGNALS]);

/// Gives the signals that `platform_caller_set` handles their default action again; call it with
/// signals blocked, before other handlers are installed.
void platform_caller_leave_signals(void);

/// Starts a child in which another program answers for this one, if a caller is set.
///
/// Returns 0 in the child, and at once if no caller is set; -1 with `errno` if there is no child.
/// This process waits for the child and ends as the child does, so that a failure of the other
/// program ends the caller too. With `needs_answer`, an output without a byte is a failure. The
/// child gets SIGTERM if this process or the caller ends first.
int platform_caller_leave_to_child(int needs_answer);

/// The pidfd of the caller; -1 for none.
int platform_caller_descriptor(void);

/// The process ID of the caller; 0 for none.
int platform_caller_process(void);

/// Sends the signals to the caller until it has ended, and waits for its end after each.
///
/// SIGINT goes to the caller's process group if the caller leads it. Nothing is sent if the caller
/// has ended. Afterwards all signals are blocked. May run inside a signal handler.
void platform_caller_end(void);

/// The same for the restore helper, after the process that has set the caller was killed. Nothing is
/// sent without a pidfd.
void platform_caller_end_of_orphan(void);

#endif
