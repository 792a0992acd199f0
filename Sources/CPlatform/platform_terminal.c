#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "platform_internal.h"
#include "platform_leaving.h"
#include "platform_signals.h"

enum {
  /// How long a terminal that takes nothing, or little, holds leaving up.
  PATIENCE_MILLISECONDS = 150,
  /// How often a call is made that fails: that may pass, and nobody comes after us to try again.
  MOST_TRIES = 8,
};

struct terminal {
  int descriptor;
  struct termios settings;
  size_t entering;
  size_t length;
  unsigned char bytes[PLATFORM_TERMINAL_BYTES];
};

/// Two, so that a handler never sees one half written: the new one is filled, then made current.
static struct terminal terminals[2];
static _Atomic(struct terminal *) current;
static atomic_int screen;
/// Until when an answer may come, in milliseconds; 0 for none.
static atomic_long answer_end;

/// The thread that leaves a terminal now, and which one; 0 and NULL for none.
static atomic_int leaving_thread;
static _Atomic(struct terminal *) leaving;

static long milliseconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000L + time.tv_nsec / 1000000L;
}

int platform_terminal_remember(
    int descriptor, const struct termios *settings, const void *bytes, size_t length,
    size_t entering) {
  if (length > PLATFORM_TERMINAL_BYTES || entering > length) return -1;
  struct terminal *last = atomic_load(&current);
  struct terminal *next = last == &terminals[0] ? &terminals[1] : &terminals[0];
  next->descriptor = descriptor;
  next->settings = *settings;
  next->entering = entering;
  next->length = length;
  if (length > 0) memcpy(next->bytes, bytes, length);
  // Taken up again without having been left, it still shows what it showed.
  if (last == NULL || last->descriptor != descriptor) {
    atomic_store(&screen, PLATFORM_SCREEN_HIDDEN);
    atomic_store(&answer_end, 0);
  }
  atomic_store(&current, next);
  return 0;
}

int platform_terminal_change_end(
    int descriptor, const void *bytes, size_t length, size_t entering) {
  struct terminal *terminal = atomic_load(&current);
  if (terminal == NULL || terminal->descriptor != descriptor) return 0;
  return platform_terminal_remember(descriptor, &terminal->settings, bytes, length, entering);
}

int platform_terminal_is_remembered(void) {
  return atomic_load(&current) != NULL;
}

void platform_terminal_shows(int descriptor, enum platform_screen state) {
  struct terminal *terminal = atomic_load(&current);
  if (terminal != NULL && terminal->descriptor == descriptor) atomic_store(&screen, state);
}

void platform_terminal_expects(int descriptor, int milliseconds) {
  struct terminal *terminal = atomic_load(&current);
  if (descriptor < 0) {
    atomic_store(&answer_end, 0);
  } else if (terminal != NULL && terminal->descriptor == descriptor) {
    atomic_store(&answer_end, milliseconds_now() + milliseconds);
  }
}

/// Sends the bytes from `start` on; 0 where the terminal did not take all of them in time.
static int send_bytes(const struct terminal *terminal, size_t start, long deadline) {
  size_t sent = start;
  int failures = 0;
  while (sent < terminal->length) {
    ssize_t result = write(terminal->descriptor, terminal->bytes + sent, terminal->length - sent);
    if (result > 0) {
      sent += (size_t)result;
      continue;
    }
    if (result < 0 && errno != EAGAIN && errno != EINTR) {
      if (++failures == MOST_TRIES) return 1;
      continue;
    }
    long left = deadline - milliseconds_now();
    if (left <= 0) return 0;
    struct pollfd waiting = {.fd = terminal->descriptor, .events = POLLOUT};
    int ready = poll(&waiting, 1, (int)left);
    if (ready > 0 && waiting.revents & (POLLHUP | POLLERR | POLLNVAL)) return 1;
  }
  return 1;
}

/// Ends the screen, once; 0 where the terminal did not take it in time.
static int leave_screen(const struct terminal *terminal) {
  int state = atomic_exchange(&screen, PLATFORM_SCREEN_HIDDEN);
  if (state == PLATFORM_SCREEN_HIDDEN || terminal->length == 0) return 1;
  size_t start = state == PLATFORM_SCREEN_SHOWN ? terminal->entering : 0;
  if (send_bytes(terminal, start, milliseconds_now() + PATIENCE_MILLISECONDS)) return 1;
  // Nobody reads: what waits there is thrown away, so that the end of the screen has room. What began
  // the screen may have been in it, and the end alone would erase what is not ours.
  tcflush(terminal->descriptor, TCOFLUSH);
  send_bytes(terminal, 0, milliseconds_now());
  return 0;
}

/// Whether some bytes end the answer: BEL, or ESC and a backslash, of which the last may come alone.
static int ends_answer(const unsigned char *bytes, size_t count, unsigned char *last) {
  for (size_t i = 0; i < count; i++) {
    if (bytes[i] == 0x07 || (bytes[i] == '\\' && *last == 0x1b)) return 1;
    *last = bytes[i];
  }
  return 0;
}

/// Reads and zeroes what waits; flushing would throw it away without erasing it. A flood is left to
/// the flush after as many reads as the kernel's buffer has bytes. Where the terminal still owes an
/// answer, that is waited for until `end`: later, it would be typed into what comes after us.
static void drain(int descriptor, void *room, size_t count, long end) {
  if (room == NULL) return;
  unsigned char last = 0;
  for (int reads = 0; reads < 4096; reads++) {
    struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
    long left = end == 0 ? 0 : end - milliseconds_now();
    if (poll(&waiting, 1, left > 0 ? (int)left : 0) <= 0 || !(waiting.revents & POLLIN)) return;
    ssize_t result = read(descriptor, room, count);
    if (result > 0) {
      if (end != 0 && ends_answer(room, (size_t)result, &last)) end = 0;
      platform_zero(room, (size_t)result);
    }
    if (result < 0 && errno != EINTR) return;
    // Length 0 is a byte 0xff in canonical mode; together with a hang-up it is the end.
    if (result == 0 && waiting.revents & (POLLHUP | POLLERR)) return;
  }
}

/// Puts the settings back without waiting for output, and throws away what is typed meanwhile.
static void restore_settings(const struct terminal *terminal) {
  tcflush(terminal->descriptor, TCIFLUSH);
  for (int tries = 0; tries < MOST_TRIES; tries++) {
    if (tcsetattr(terminal->descriptor, TCSANOW, &terminal->settings) == 0) break;
  }
  // What was on its way to the line passes the first flush.
  tcflush(terminal->descriptor, TCIFLUSH);
}

/// Makes this thread the one that leaves. 0 where another one is at it, which is waited for, or where
/// a fault came while this one was.
static int begin_leaving(void) {
  int none = 0;
  int self = gettid();
  if (atomic_compare_exchange_strong(&leaving_thread, &none, self)) return 1;
  if (none == self) {
    struct terminal *terminal = atomic_exchange(&leaving, NULL);
    if (terminal != NULL) restore_settings(terminal);
    return 0;
  }
  long deadline = milliseconds_now() + 5 * PATIENCE_MILLISECONDS;
  while (atomic_load(&leaving_thread) != 0 && milliseconds_now() < deadline) {
    struct timespec moment = {.tv_nsec = 1000000};
    nanosleep(&moment, NULL);
  }
  return 0;
}

int platform_terminal_leave(void *room, size_t count) {
  int before = errno;
  // No signal may end the process half way. In the background, reading or setting the terminal would
  // stop it instead.
  sigset_t mask;
  platform_signals_hold(&mask);
  int leaves = begin_leaving();
  struct terminal *terminal = leaves ? atomic_exchange(&current, NULL) : NULL;
  if (terminal != NULL) {
    atomic_store(&leaving, terminal);
    if (room == NULL) room = platform_first_region(&count);
    long end = atomic_exchange(&answer_end, 0);
    // One that takes nothing has been waited for already, and hardly answers.
    if (!leave_screen(terminal)) end = 0;
    drain(terminal->descriptor, room, count, end);
    restore_settings(terminal);
    atomic_store(&leaving, NULL);
  }
  if (leaves) atomic_store(&leaving_thread, 0);
  platform_signals_release(&mask);
  errno = before;
  return terminal != NULL;
}

void platform_terminal_forget(void) {
  sigset_t mask;
  platform_signals_hold(&mask);
  int leaves = begin_leaving();
  struct terminal *terminal = leaves ? atomic_exchange(&current, NULL) : NULL;
  if (terminal != NULL) leave_screen(terminal);
  if (leaves) atomic_store(&leaving_thread, 0);
  platform_signals_release(&mask);
}
