#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "platform_internal.h"
#include "platform_leaving.h"

struct terminal {
  int descriptor;
  struct termios settings;
  size_t length;
  unsigned char bytes[PLATFORM_TERMINAL_BYTES];
};

/// Two, so that a handler never sees one half written: the new one is filled, then made current.
static struct terminal terminals[2];
static _Atomic(struct terminal *) current;

int platform_terminal_remember(
    int descriptor, const struct termios *settings, const void *bytes, size_t length) {
  if (length > PLATFORM_TERMINAL_BYTES) return -1;
  struct terminal *next = atomic_load(&current) == &terminals[0] ? &terminals[1] : &terminals[0];
  next->descriptor = descriptor;
  next->settings = *settings;
  next->length = length;
  if (length > 0) memcpy(next->bytes, bytes, length);
  atomic_store(&current, next);
  return 0;
}

int platform_terminal_is_remembered(void) {
  return atomic_load(&current) != NULL;
}

void platform_terminal_forget(void) {
  atomic_store(&current, NULL);
}

/// Sends the bytes, waiting at most a second for a terminal that takes none.
static void send_bytes(const struct terminal *terminal) {
  size_t sent = 0;
  int patience = 10;
  while (sent < terminal->length && patience > 0) {
    ssize_t result = write(terminal->descriptor, terminal->bytes + sent, terminal->length - sent);
    if (result > 0) {
      sent += (size_t)result;
    } else if (result < 0 && errno == EAGAIN) {
      struct pollfd waiting = {.fd = terminal->descriptor, .events = POLLOUT};
      if (poll(&waiting, 1, 100) > 0 && waiting.revents & (POLLHUP | POLLERR | POLLNVAL)) return;
      patience--;
    } else if (result < 0 && errno != EINTR) {
      return;
    }
  }
}

/// Reads and zeroes what waits; flushing would throw it away without erasing it. A flood is left to
/// the flush after as many reads as the kernel's buffer has bytes.
static void drain(int descriptor, void *room, size_t count) {
  if (room == NULL) return;
  for (int reads = 0; reads < 4096; reads++) {
    struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
    if (poll(&waiting, 1, 0) <= 0 || !(waiting.revents & POLLIN)) return;
    ssize_t result = read(descriptor, room, count);
    if (result > 0) platform_zero(room, (size_t)result);
    if (result < 0 && errno != EINTR) return;
    // Length 0 is a byte 0xff in canonical mode; together with a hang-up it is the end.
    if (result == 0 && waiting.revents & (POLLHUP | POLLERR)) return;
  }
}

int platform_terminal_leave(void *room, size_t count) {
  struct terminal *terminal = atomic_exchange(&current, NULL);
  if (terminal == NULL) return 0;
  int before = errno;
  // In the background, reading or setting the terminal would stop this process instead.
  sigset_t stop, mask;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTIN);
  sigaddset(&stop, SIGTTOU);
  sigprocmask(SIG_BLOCK, &stop, &mask);
  if (room == NULL) room = platform_first_region(&count);
  send_bytes(terminal);
  drain(terminal->descriptor, room, count);
  // What is still on its way to the line would pass the flush that comes with the settings.
  tcflush(terminal->descriptor, TCIFLUSH);
  while (tcsetattr(terminal->descriptor, TCSAFLUSH, &terminal->settings) != 0 && errno == EINTR) {
  }
  sigprocmask(SIG_SETMASK, &mask, NULL);
  errno = before;
  return 1;
}
