// The device of an open terminal: its numbers, locks, and changes of its settings. Swift imports
// neither the ioctl requests nor the macros for device numbers.

#ifndef PLATFORM_DEVICE_H
#define PLATFORM_DEVICE_H

struct platform_device {
  unsigned major;
  unsigned minor;
};

/// The device of an open terminal, even if it was opened as `/dev/tty`.
struct platform_device platform_real_device(int descriptor);

/// The device numbers of an open file; 0, 0 for none. For `/dev/tty` they are not those of the terminal.
struct platform_device platform_device_of(int descriptor);

/// True if the open file is on a file system of pseudo-terminals (devpts).
int platform_is_on_devpts(int descriptor);

/// Stops this process while its group is in the background of its session's terminal, with the signal
/// that the kernel sends in that case. Returns 0 in the foreground, else an `errno`: EINTR after a
/// signal, or EIO if the process must not be stopped or nobody could continue it.
int platform_foreground_wait(int terminal);

/// The result of a lock request.
enum platform_lock {
  PLATFORM_LOCKED,
  /// Another process has the lock.
  PLATFORM_LOCK_BUSY,
  /// This file cannot be locked this way.
  PLATFORM_LOCK_REFUSED,
};

/// Locks the device that is open as `file` for this process, until the process closes any descriptor of
/// that device. Unlike `flock`, it also works for an inherited descriptor: other processes that
/// inherited it share the open file, but not the lock.
enum platform_lock platform_lock_device(int file);

void platform_unlock_device(int file);

/// Waits until no other process has the lock of `platform_lock_device`, then takes it.
void platform_wait_for_device(int file);

/// Locks the byte of `/dev/tty`, open as `file`, that represents our session, until this process closes
/// any descriptor of that file. Locks held by processes of other sessions are ignored.
enum platform_lock platform_lock_session(int file);

/// Opens a descriptor that becomes readable when the settings of `terminal` change; -1 with `errno`.
int platform_watch_changes(int terminal);

/// Clears the notification of a change, so that the next change is reported again. Returns 1 if
/// there was a change, else 0.
int platform_take_changes(int descriptor);

#endif
