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

#endif
