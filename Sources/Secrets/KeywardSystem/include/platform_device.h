// The device of an open terminal: its numbers, locks, and changes of its settings. Swift imports
// neither the ioctl requests nor the macros for device numbers.

#ifndef PLATFORM_DEVICE_H
#define PLATFORM_DEVICE_H

struct platform_device {
  unsigned major;
  unsigned minor;
};

/// The terminal's own device, even if it was opened as `/dev/tty`.
struct platform_device platform_real_device(int descriptor);

/// Returns the device numbers, 0 and 0 if there are none. If `/dev/tty` was opened, these are the
/// numbers of `/dev/tty` itself.
struct platform_device platform_device_of(int descriptor);

int platform_is_on_devpts(int descriptor);

/// Makes the kernel stop this process while its group is in the background of the terminal.
///
/// Returns 0 once the group is in the foreground, or EINTR after a signal. Returns EIO if the
/// kernel cannot stop the process, because TTOU and TTIN are both ignored or blocked, or because
/// the process group is orphaned.
int platform_foreground_wait(int terminal);

/// Returns nonzero if the kernel can stop this process with TTOU or TTIN.
int platform_stops_in_background(void);

enum platform_lock {
  PLATFORM_LOCKED,
  PLATFORM_LOCK_BUSY,
  /// The file does not support the lock.
  ///
  /// `platform_lock_session` also returns this if a process of another session holds the lock.
  PLATFORM_LOCK_REFUSED,
};

/// Locks an open device until this process closes any descriptor of it. Unlike with `flock`,
/// processes that share an inherited descriptor do not share the lock.
enum platform_lock platform_lock_device(int file);

void platform_unlock_device(int file);

/// Like `platform_lock_device`, but waits for the lock.
void platform_wait_for_device(int file);

/// Like `platform_lock_device`, but locks only the byte of `/dev/tty` at the offset of our session
/// ID. If a process of another session holds that lock, the result is PLATFORM_LOCK_REFUSED.
enum platform_lock platform_lock_session(int file);

/// Returns the process that holds the lock of `platform_lock_device` or, if `is_of_session` is not 0,
/// that of `platform_lock_session`; 0 if it is not known.
int platform_lock_holder(int file, int is_of_session);

/// Opens a descriptor that becomes readable when the settings of `terminal` change; -1 with
/// `errno`.
int platform_watch_changes(int terminal);

/// Returns 1 if the settings have changed since the last call, else 0. After the call, `poll` does
/// not report the descriptor as readable until the settings change again.
int platform_take_changes(int descriptor);

#endif
