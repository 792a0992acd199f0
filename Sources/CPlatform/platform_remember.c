#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "platform_internal.h"
#include "platform_leaving.h"

static struct platform_state unshared;
struct platform_state *platform_state = &unshared;

static struct terminal *current_terminal(void) {
  return platform_terminal_at(atomic_load(&platform_state->current));
}

long platform_milliseconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000L + time.tv_nsec / 1000000L;
}

/// The place for the next terminal: not the current one's.
static int next_place(void) { return atomic_load(&platform_state->current) == 1 ? 2 : 1; }

static int set_end(struct terminal *terminal, const void *bytes, size_t length, size_t entering) {
  if (length > PLATFORM_TERMINAL_BYTES || entering > length) return -1;
  terminal->entering = entering;
  terminal->length = length;
  if (length > 0) memcpy(terminal->bytes, bytes, length);
  return 0;
}

int platform_terminal_remember(
    int descriptor, int lock, const struct termios *settings, const void *bytes, size_t length,
    size_t entering) {
  static unsigned last_number;
  const struct terminal *last = current_terminal();
  int place = next_place();
  struct terminal *next = platform_terminal_at(place);
  // Taken up again without having been left, it still shows the same.
  int is_same = last != NULL && last->descriptor == descriptor;
  if (is_same) {
    *next = *last;
  } else {
    next->number = ++last_number;
    next->is_switched = 0;
  }
  next->descriptor = descriptor;
  next->lock = lock;
  next->settings = *settings;
  if (set_end(next, bytes, length, entering) != 0) return -1;
  if (!is_same) {
    atomic_store(&platform_state->screen, PLATFORM_SCREEN_HIDDEN);
    atomic_store(&platform_state->answer_end, 0);
  }
  atomic_store(&platform_state->current, place);
  if (!is_same) platform_terminal_tell_watcher();
  return 0;
}

int platform_terminal_change_end(
    int descriptor, const void *bytes, size_t length, size_t entering) {
  const struct terminal *last = current_terminal();
  if (last == NULL || last->descriptor != descriptor) return 0;
  int place = next_place();
  struct terminal *next = platform_terminal_at(place);
  *next = *last;
  if (set_end(next, bytes, length, entering) != 0) return -1;
  atomic_store(&platform_state->current, place);
  return 0;
}

void platform_terminal_switches(int descriptor, const struct termios *settings) {
  struct terminal *terminal = current_terminal();
  if (terminal == NULL || terminal->descriptor != descriptor) return;
  terminal->switched = *settings;
  terminal->is_switched = 1;
}

int platform_terminal_is_remembered(void) {
  return current_terminal() != NULL;
}

void platform_terminal_shows(int descriptor, enum platform_screen screen) {
  const struct terminal *terminal = current_terminal();
  if (terminal == NULL || terminal->descriptor != descriptor) return;
  atomic_store(&platform_state->screen, screen);
}

void platform_terminal_expects(int descriptor, int milliseconds) {
  const struct terminal *terminal = current_terminal();
  if (descriptor < 0) {
    atomic_store(&platform_state->answer_end, 0);
  } else if (terminal != NULL && terminal->descriptor == descriptor) {
    atomic_store(&platform_state->answer_end, platform_milliseconds_now() + milliseconds);
  }
}

int platform_terminal_share(void) {
  if (platform_state != &unshared) return 0;
  struct platform_state *shared = mmap(
      NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return -1;
  memcpy(shared, &unshared, sizeof *shared);
  platform_state = shared;
  return 0;
}

void platform_terminal_tell_watcher(void) {
  const struct terminal *terminal = current_terminal();
  if (terminal == NULL) return;
  platform_watcher_tell(terminal->number, terminal->descriptor, terminal->lock);
}
