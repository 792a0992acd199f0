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

/// Sets the end of the screen, before the bytes that last.
static int set_end(struct terminal *terminal, struct platform_screen_end end) {
  size_t lasting = terminal->lasting;
  if (end.length > PLATFORM_TERMINAL_BYTES - lasting || end.entering + end.erasing > end.length) return -1;
  memmove(terminal->bytes + end.length, terminal->bytes + terminal->length - lasting, lasting);
  if (end.length > 0) memcpy(terminal->bytes, end.bytes, end.length);
  terminal->entering = end.entering;
  terminal->erasing = end.erasing;
  terminal->length = end.length + lasting;
  return 0;
}

/// Fills the next place with the facts of the current terminal; NULL if that is another one.
static struct terminal *copy_current(int descriptor) {
  const struct terminal *last = current_terminal();
  if (last == NULL || last->descriptor != descriptor) return NULL;
  struct terminal *next = platform_terminal_at(next_place());
  *next = *last;
  return next;
}

int platform_terminal_remember(
    int descriptor, int lock, const struct termios *settings, struct platform_screen_end end) {
  static unsigned last_number;
  int place = next_place();
  // Taken up again without having been left, it still shows the same.
  struct terminal *next = copy_current(descriptor);
  int is_same = next != NULL;
  if (!is_same) {
    next = platform_terminal_at(place);
    next->number = ++last_number;
    next->length = next->lasting = 0;
    atomic_store(&next->newest, -1);
  }
  next->descriptor = descriptor;
  next->lock = lock;
  next->settings = *settings;
  if (set_end(next, end) != 0) return -1;
  if (!is_same) {
    atomic_store(&platform_state->screen, PLATFORM_SCREEN_HIDDEN);
    atomic_store(&platform_state->answer_end, 0);
  }
  atomic_store(&platform_state->current, place);
  if (!is_same) platform_restore_helper_tell(next->number, descriptor, lock);
  return 0;
}

int platform_terminal_change_end(int descriptor, struct platform_screen_end end) {
  int place = next_place();
  struct terminal *next = copy_current(descriptor);
  if (next == NULL) return 0;
  if (set_end(next, end) != 0) return -1;
  atomic_store(&platform_state->current, place);
  return 0;
}

int platform_terminal_change_lasting(int descriptor, const void *bytes, size_t length) {
  int place = next_place();
  struct terminal *next = copy_current(descriptor);
  if (next == NULL) return 0;
  size_t start = next->length - next->lasting;
  if (length > PLATFORM_TERMINAL_BYTES - start) return -1;
  if (length > 0) memcpy(next->bytes + start, bytes, length);
  next->lasting = length;
  next->length = start + length;
  atomic_store(&platform_state->current, place);
  return 0;
}

void platform_terminal_switches(int descriptor, const struct termios *settings) {
  struct terminal *terminal = current_terminal();
  if (terminal == NULL || terminal->descriptor != descriptor) return;
  // Those in force stay noted, since we may be killed before these are, or half way through this.
  int newest = atomic_load(&terminal->newest);
  int place = newest < 0 ? 0 : 1 - newest;
  terminal->ours[place] = *settings;
  if (newest < 0) terminal->ours[1 - place] = *settings;
  atomic_store(&terminal->newest, place);
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
