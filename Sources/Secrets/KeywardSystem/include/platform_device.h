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

/// Returns 0, 0 for none, and the numbers of `/dev/tty` itself if that was opened.
struct platform_device platform_device_of(int descriptor);

int platform_is_on_devpts(int descriptor);

/// Makes the kernel stop this process while its group is in the background of the terminal. Returns
/// 0 in the foreground, else an `errno`: EINTR after a signal, or EIO if the process must not be
/// stopped or nobody could continue it.
int platform_foreground_wait(int terminal);

enum platform_lock {
  PLATFORM_LOCKED,
  /// Another process has the lock.
  PLATFORM_LOCK_BUSY,
  /// This file cannot be locked this way.
  PLATFORM_LOCK_REFUSED,
};

/// Locks an open device until this process closes any descriptor of it. Unlike with `flock`,
/// processes that share an inherited descriptor do not share the lock.
enum platform_lock platform_lock_device(int file);

void platform_unlock_device(int file);

/// Like `platform_lock_device`, but waits for the lock.
void platform_wait_for_device(int file);

/// Like `platform_lock_device` for the byte of `/dev/tty` that represents our session; ignores
/// locks held by processes of other sessions.
enum platform_lock platform_lock_session(int file);

/// Opens a descriptor that becomes readable when the settings of `terminal` change; -1 with
/// `errno`.
int platform_watch_changes(int terminal);

/// Makes the descriptor wait for the next change. Returns 1 if there was a change, else 0.
int platform_take_changes(int descriptor);

#endif
