// The device behind an open terminal. Swift imports neither the request nor the macros for numbers.

#ifndef PLATFORM_DEVICE_H
#define PLATFORM_DEVICE_H

/// A device by its numbers.
struct platform_device {
  unsigned major;
  unsigned minor;
};

/// The terminal that an open file leads to, whatever name it was opened by.
struct platform_device platform_device_behind(int descriptor);

/// The device that an open file stands for; 0, 0 for none. For `/dev/tty` it is not the one behind it.
struct platform_device platform_device_of(int descriptor);

/// Whether the open file is in a folder of pseudo-terminals.
int platform_is_on_devpts(int descriptor);

/// Stops this process while its group is in the background of its session's terminal, by the signal that
/// the kernel sends for that; 0 in the foreground, else an `errno`: EINTR after a signal, EIO where nobody
/// may stop us or bring us back.
int platform_foreground_wait(int terminal);

/// What asking for a lock came to.
enum platform_lock {
  PLATFORM_LOCKED,
  /// Somebody else has it.
  PLATFORM_LOCK_BUSY,
  /// There is no such lock here.
  PLATFORM_LOCK_REFUSED,
};

/// Locks the device that is open as `file` for this process, until it closes that device by any
/// descriptor. Unlike `flock` this does for a descriptor that was inherited, too: others who have it share
/// the open file, but not the lock.
enum platform_lock platform_lock_device(int file);

/// Gives that lock back.
void platform_unlock_device(int file);

/// Locks the part of `/dev/tty`, open as `file`, that stands for our session, until this process
/// closes that file by any descriptor. Locks of other sessions are not respected.
enum platform_lock platform_lock_session(int file);

#endif
