// The device of an open terminal: its numbers, the lock of its user, and changes of its settings.
// Swift imports neither the requests nor the macros for numbers.

#ifndef PLATFORM_DEVICE_H
#define PLATFORM_DEVICE_H

/// A device by its numbers.
struct platform_device {
  unsigned major;
  unsigned minor;
};

/// The terminal of an open file, whatever name it was opened by.
struct platform_device platform_real_device(int descriptor);

/// The device of an open file; 0, 0 for none. For `/dev/tty` this is not the terminal itself.
struct platform_device platform_device_of(int descriptor);

/// True if the open file is in a folder of pseudo-terminals.
int platform_is_on_devpts(int descriptor);

/// Stops this process while its group is in the background of its session's terminal, by the signal
/// that the kernel sends for that. Returns 0 in the foreground, else an `errno`: EINTR after a
/// signal, EIO if nobody may stop us or bring us back.
int platform_foreground_wait(int terminal);

/// The result of asking for a lock.
enum platform_lock {
  PLATFORM_LOCKED,
  /// Another process has it.
  PLATFORM_LOCK_BUSY,
  /// Such a lock is not possible here.
  PLATFORM_LOCK_REFUSED,
};

/// Locks the device that is open as `file` for this process, until the process closes that device
/// by any descriptor. Unlike `flock` it also works for an inherited descriptor: others who have it
/// share the open file, but not the lock.
enum platform_lock platform_lock_device(int file);

/// Releases that lock.
void platform_unlock_device(int file);

/// Waits until no other process has that lock, and takes it.
void platform_wait_for_device(int file);

/// Locks the byte of `/dev/tty`, open as `file`, that stands for our session, until this process
/// closes that file by any descriptor. Locks of other sessions are ignored.
enum platform_lock platform_lock_session(int file);

/// Opens a descriptor that becomes readable after a change of the settings of `terminal`; -1 with
/// `errno`.
int platform_watch_changes(int terminal);

/// Takes the report, so that the next change is reported again. Returns 1 if there was one, else 0.
int platform_take_changes(int descriptor);

#endif
