#include "platform_device.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <termios.h>
#include <unistd.h>

#include "platform_file.h"

struct platform_device platform_device_of(int descriptor) {
  struct platform_device device = {0, 0};
  struct stat status;
  if (fstat(descriptor, &status) != 0) return device;
  device.major = major(status.st_rdev);
  device.minor = minor(status.st_rdev);
  return device;
}

struct platform_device platform_real_device(int descriptor) {
  unsigned number;
  if (ioctl(descriptor, TIOCGDEV, &number) != 0) return platform_device_of(descriptor);
  // The kernel encodes a device number differently from the C library.
  struct platform_device device = {
      .major = number >> 8 & 0xfff, .minor = (number & 0xff) | (number >> 12 & 0xfff00)};
  return device;
}

int platform_is_on_devpts(int descriptor) {
  enum { DEVPTS = 0x1cd1 };
  struct statfs folder;
  return fstatfs(descriptor, &folder) == 0 && folder.f_type == DEVPTS;
}

static bool is_let_through(int number) {
  struct sigaction action;
  sigset_t mask;
  if (sigaction(number, NULL, &action) != 0 || sigprocmask(SIG_BLOCK, NULL, &mask) != 0) return false;
  return action.sa_handler != SIG_IGN && !sigismember(&mask, number);
}

int platform_stops_in_background(void) {
  return is_let_through(SIGTTOU) || is_let_through(SIGTTIN);
}

int platform_foreground_wait(int terminal) {
  // The kernel treats waiting for output as a change of the terminal, for which it sends TTOU. If
  // TTOU is ignored or blocked, a read of 0 bytes makes the kernel send TTIN instead; that read
  // fails if TTIN is ignored or blocked too.
  char none;
  long result = is_let_through(SIGTTOU) ? tcdrain(terminal) : read(terminal, &none, 0);
  return result == 0 ? 0 : errno;
}

enum platform_lock platform_lock_device(int file) {
  struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(file, F_SETLK, &range) == 0) return PLATFORM_LOCKED;
  return errno == EAGAIN || errno == EACCES ? PLATFORM_LOCK_BUSY : PLATFORM_LOCK_REFUSED;
}

void platform_unlock_device(int file) {
  struct flock range = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  fcntl(file, F_SETLK, &range);
}

void platform_wait_for_device(int file) {
  struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  while (fcntl(file, F_SETLKW, &range) != 0 && errno == EINTR) {
  }
}

enum platform_lock platform_lock_session(int file) {
  pid_t session = getsid(0);
  struct flock range = {
      .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = session, .l_len = 1};
  if (fcntl(file, F_SETLK, &range) == 0) return PLATFORM_LOCKED;
  if (errno != EAGAIN && errno != EACCES) return PLATFORM_LOCK_REFUSED;
  if (fcntl(file, F_GETLK, &range) != 0) return PLATFORM_LOCK_REFUSED;
  if (range.l_type == F_UNLCK) return PLATFORM_LOCK_BUSY;
  // Any process may lock that byte, but only processes of this session are on its terminal.
  int is_in_session = range.l_pid > 0 && getsid(range.l_pid) == session;
  return is_in_session ? PLATFORM_LOCK_BUSY : PLATFORM_LOCK_REFUSED;
}

int platform_lock_holder(int file, int is_of_session) {
  struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (is_of_session) {
    range.l_start = getsid(0);
    range.l_len = 1;
  }
  int is_locked = fcntl(file, F_GETLK, &range) == 0 && range.l_type != F_UNLCK;
  return is_locked && range.l_pid > 0 ? range.l_pid : 0;
}

int platform_watch_changes(int terminal) {
  int descriptor = epoll_create1(EPOLL_CLOEXEC);
  if (descriptor < 0) return -1;
  struct epoll_event event = {.events = EPOLLOUT | EPOLLET};
  if (epoll_ctl(descriptor, EPOLL_CTL_ADD, terminal, &event) == 0) return descriptor;
  return platform_close_keeping_errno(descriptor);
}

int platform_take_changes(int descriptor) {
  struct epoll_event event;
  return epoll_wait(descriptor, &event, 1, 0) > 0;
}
