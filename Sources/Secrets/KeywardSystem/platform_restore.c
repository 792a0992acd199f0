#define _GNU_SOURCE
#include "platform_restore_internal.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "platform_console.h"
#include "platform_memory.h"
#include "platform_wait.h"

static struct platform_state unshared;
struct platform_state *platform_state = &unshared;

static struct terminal *current_terminal(void) {
  return platform_terminal_at(atomic_load(&platform_state->current));
}

static struct terminal *current_if(int descriptor) {
  struct terminal *terminal = current_terminal();
  return terminal != NULL && terminal->descriptor == descriptor ? terminal : NULL;
}

static int next_place(void) { return atomic_load(&platform_state->current) == 1 ? 2 : 1; }

/// Replaces the exit sequence, but keeps its last `terminal->lasting` bytes.
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

static struct terminal *copy_current(int descriptor) {
  const struct terminal *last = current_if(descriptor);
  if (last == NULL) return NULL;
  struct terminal *next = platform_terminal_at(next_place());
  *next = *last;
  return next;
}

int platform_terminal_note(
    int descriptor, int lock, const struct termios *settings, struct platform_screen_end end) {
  static unsigned last_number;
  int place = next_place();
  // A terminal that was not left meanwhile keeps the state of its screen.
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
  return is_same ? 0 : (int)next->number;
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

void platform_terminal_change_settings(int descriptor, const struct termios *settings) {
  int place = next_place();
  struct terminal *next = copy_current(descriptor);
  if (next == NULL) return;
  next->settings = *settings;
  atomic_store(&platform_state->current, place);
}

void platform_terminal_note_settings(int descriptor, const struct termios *settings) {
  struct terminal *terminal = current_if(descriptor);
  if (terminal == NULL) return;
  // The settings in force stay recorded, since we may be killed before the new ones apply.
  int newest = atomic_load(&terminal->newest);
  int place = newest < 0 ? 0 : 1 - newest;
  terminal->ours[place] = *settings;
  if (newest < 0) terminal->ours[1 - place] = *settings;
  atomic_store(&terminal->newest, place);
}

int platform_terminal_is_remembered(void) {
  return current_terminal() != NULL;
}

void platform_terminal_note_screen(int descriptor, enum platform_screen screen) {
  if (current_if(descriptor) != NULL) atomic_store(&platform_state->screen, screen);
}

void platform_terminal_expect_answer(int descriptor, int milliseconds) {
  if (descriptor < 0) {
    atomic_store(&platform_state->answer_end, 0);
  } else if (current_if(descriptor) != NULL) {
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

enum {
  /// The maximum time for sending to a terminal that accepts little or no output.
  PATIENCE_MILLISECONDS = 150,
  FLUSHING_MILLISECONDS = 40,
  TRIES_AFTER_FLUSH = 200,
  /// The maximum number of tries for a failing call.
  ///
  /// Retries are needed because the cause of a failure may be temporary.
  MOST_TRIES = 8,
  /// The interval at which the helper checks the settings while it waits for a reply.
  SLICE_MILLISECONDS = 10,
  LONGEST_ANSWER_MILLISECONDS = 1000,
  /// The time without a key after which nobody types an answer any more, and the longest wait for
  /// it, as for a question that is withdrawn.
  PAUSE_MILLISECONDS = 1000,
  LONGEST_REST_MILLISECONDS = 5000,
  /// The interval at which the settings are checked while keys are dropped.
  REST_SLICE_MILLISECONDS = 50,
};

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
    if (deadline <= platform_milliseconds_now()) return 0;
    if (platform_wait(terminal->descriptor, POLLOUT, deadline) & (POLLHUP | POLLERR | POLLNVAL)) return 1;
  }
  return 1;
}

/// Returns the index of the first byte that an exit sends.
///
/// `is_shared` means that another program may now write to the rows at the cursor: the bytes that
/// erase these rows are then skipped.
static size_t start_of_end(const struct terminal *terminal, int shown, int is_shared) {
  if (shown == PLATFORM_SCREEN_HIDDEN) return terminal->length - terminal->lasting;
  if (is_shared && terminal->erasing > 0) return terminal->entering + terminal->erasing;
  return shown == PLATFORM_SCREEN_SHOWN ? terminal->entering : 0;
}

int platform_get_settings(int terminal, struct termios *settings) {
  int result = -1;
  for (int tries = 0; result != 0 && tries < MOST_TRIES; tries++) result = tcgetattr(terminal, settings);
  return result;
}

int platform_set_settings(int terminal, int when, const struct termios *settings) {
  int result = -1;
  for (int tries = 0; result != 0 && tries < MOST_TRIES; tries++) {
    do {
      result = tcsetattr(terminal, when, settings);
    } while (result != 0 && errno == EINTR);
  }
  return result;
}

/// Wakes a program that is waiting to write to the terminal; a flush alone does not wake it. Until
/// then, that program blocks other writers.
static void wake_writers(int descriptor) {
  struct termios settings;
  if (platform_get_settings(descriptor, &settings) == 0) platform_set_settings(descriptor, TCSANOW, &settings);
}

/// Leaves our screen; returns 0 if the terminal did not accept the bytes in time.
static int leave_screen(const struct terminal *terminal, int is_shared) {
  int shown = atomic_load(&platform_state->screen);
  size_t start = start_of_end(terminal, shown, is_shared);
  if (start == terminal->length) return 1;
  // If we are killed now, the helper cannot know how many of these bytes have arrived.
  if (shown == PLATFORM_SCREEN_SHOWN) atomic_store(&platform_state->screen, PLATFORM_SCREEN_UNCERTAIN);
  int is_sent = send_bytes(terminal, start, platform_milliseconds_now() + PATIENCE_MILLISECONDS);
  // If nobody reads the output, discard pending bytes to make room for ours. They may include the
  // sequence that enters our screen, which is therefore sent again: otherwise ours would erase
  // lines of other programs.
  if (shown == PLATFORM_SCREEN_SHOWN) shown = PLATFORM_SCREEN_UNCERTAIN;
  start = start_of_end(terminal, shown, is_shared);
  int is_done = is_sent;
  long end = platform_milliseconds_now() + FLUSHING_MILLISECONDS;
  while (!is_done && platform_milliseconds_now() < end) {
    tcflush(terminal->descriptor, TCOFLUSH);
    wake_writers(terminal->descriptor);
    // A program that writes continuously frees the terminal only between two writes.
    for (int tries = 0; !is_done && tries < TRIES_AFTER_FLUSH; tries++) {
      is_done = send_bytes(terminal, start, 0);
    }
  }
  atomic_store(&platform_state->screen, PLATFORM_SCREEN_HIDDEN);
  return is_sent;
}

/// True if the bytes contain the end of the last reply, the report of the terminal's attributes
/// (`ESC [ ? … c`), which may arrive in separate reads. `matched` counts its bytes before the numbers.
static int ends_answer(const unsigned char *bytes, size_t count, size_t *matched) {
  static const unsigned char start[] = {0x1b, '[', '?'};
  for (size_t i = 0; i < count; i++) {
    bool is_number = (bytes[i] >= '0' && bytes[i] <= '9') || bytes[i] == ';';
    if (*matched == sizeof start) {
      if (bytes[i] == 'c') return 1;
      if (is_number) continue;
      *matched = 0;
    }
    *matched = bytes[i] == start[*matched] ? *matched + 1 : bytes[i] == start[0];
  }
  return 0;
}

/// Reads pending input and zeroes it, since a flush would not erase it. Waits until `end` for the
/// terminal's reply to a query; `end` is 0 if no reply is expected. Returns true if the reply has
/// arrived.
static bool drain(int descriptor, void *room, size_t count, long end) {
  bool has_answer = false;
  if (room == NULL) return false;
  size_t matched = 0;
  // The kernel's buffer holds at most 4096 bytes; a flush discards any further input.
  for (int reads = 0; reads < 4096; reads++) {
    short events = platform_wait(descriptor, POLLIN, has_answer ? 0 : end);
    if (!(events & POLLIN)) break;
    ssize_t result = read(descriptor, room, count);
    if (result > 0) {
      if (end != 0 && ends_answer(room, (size_t)result, &matched)) has_answer = true;
      platform_zero(room, (size_t)result);
    }
    if (result < 0 && errno != EINTR) break;
    // In canonical mode, a result of 0 means that the end-of-file character 0xff was typed; after a
    // hang-up it means the end of the file.
    if (result == 0 && events & (POLLHUP | POLLERR)) break;
  }
  return has_answer;
}

static void set_settings(const struct terminal *terminal) {
  struct termios settings = terminal->settings, now;
  // Our settings have no IUTF8; if it is set now, the terminal itself has set it.
  if (platform_get_settings(terminal->descriptor, &now) == 0) settings.c_iflag |= now.c_iflag & IUTF8;
  platform_set_settings(terminal->descriptor, TCSANOW, &settings);
}

/// Restores the settings without waiting until output is sent, and discards unread input.
static void restore_settings(const struct terminal *terminal) {
  tcflush(terminal->descriptor, TCIFLUSH);
  set_settings(terminal);
  // Bytes still on their way to the line discipline escape the first flush.
  tcflush(terminal->descriptor, TCIFLUSH);
}

/// True if a terminal treats typed bytes the same way with the settings `one` and `other`.
///
/// IUTF8 is not compared, since a terminal may set it at any time.
static bool reads_same(const struct termios *one, const struct termios *other) {
  return ((one->c_iflag ^ other->c_iflag) & ~(tcflag_t)IUTF8) == 0 && one->c_lflag == other->c_lflag &&
         memcmp(one->c_cc, other->c_cc, sizeof one->c_cc) == 0;
}

static bool are_ours(const struct terminal *terminal, const struct termios *now) {
  if (atomic_load(&terminal->newest) < 0) return false;
  return reads_same(now, &terminal->ours[0]) || reads_same(now, &terminal->ours[1]);
}

static bool has_ours(const struct terminal *terminal) {
  struct termios now;
  return platform_get_settings(terminal->descriptor, &now) == 0 && are_ours(terminal, &now);
}

enum owner { US, OTHERS };

/// Returns who decides about the settings: others once a shell has taken the terminal.
///
/// The foreground of another session's terminal is not known. There, the settings of a line editor,
/// or those of before, show that a shell has taken it.
static enum owner owner_of(const struct terminal *terminal) {
  pid_t group = tcgetpgrp(terminal->descriptor);
  if (group >= 0) return group == getpgrp() ? US : OTHERS;
  struct termios now;
  if (platform_get_settings(terminal->descriptor, &now) != 0 || are_ours(terminal, &now)) return US;
  return now.c_lflag & ICANON && !reads_same(&now, &terminal->settings) ? US : OTHERS;
}

/// Makes this thread the one that restores the terminal.
///
/// Returns 0 if another thread has just restored the terminal. It also returns 0 if a fault
/// interrupted this thread while it was restoring; in that case this function restores the
/// settings.
static int begin_leaving(void) {
  int none = 0;
  int self = gettid();
  if (atomic_compare_exchange_strong(&platform_state->leaving_thread, &none, self)) return 1;
  if (none == self) {
    const struct terminal *terminal = platform_terminal_at(atomic_exchange(&platform_state->exiting, 0));
    if (terminal != NULL && owner_of(terminal) == US) restore_settings(terminal);
    return 0;
  }
  long deadline = platform_milliseconds_now() + 5 * PATIENCE_MILLISECONDS;
  while (atomic_load(&platform_state->leaving_thread) != 0 && platform_milliseconds_now() < deadline) {
    platform_wait(-1, 0, platform_milliseconds_now() + 1);
  }
  return 0;
}

static long earlier(long one, long other) { return one < other ? one : other; }

void platform_terminal_drop_rest(void) {
  const struct terminal *terminal = current_terminal();
  if (terminal == NULL) return;
  long now = platform_milliseconds_now();
  long limit = now + LONGEST_REST_MILLISECONDS;
  long end = now + PAUSE_MILLISECONDS;
  while (now < end && owner_of(terminal) == US && has_ours(terminal)) {
    long slice = earlier(end, now + REST_SLICE_MILLISECONDS);
    short events = platform_wait(terminal->descriptor, POLLIN, slice);
    if (events & (POLLHUP | POLLERR | POLLNVAL)) return;
    now = platform_milliseconds_now();
    if (events == 0) continue;
    // No memory can be made accessible for the keys, so that they are discarded unread.
    tcflush(terminal->descriptor, TCIFLUSH);
    end = earlier(now + PAUSE_MILLISECONDS, limit);
  }
}

static const struct terminal *take_current(void) {
  // `exiting` is set before `current` is cleared, so that the restore helper always finds the
  // terminal in one of them. It stays set for a terminal that is left to the helper.
  int place = atomic_load(&platform_state->current);
  if (place != 0) atomic_store(&platform_state->exiting, place);
  return platform_terminal_at(atomic_exchange(&platform_state->current, 0));
}

/// Restores the settings if ours are in force, and leaves our screen, for the next owner; returns
/// true if the settings were ours.
///
/// The settings come first, since a shell may keep the settings that it finds. Input is discarded
/// only while ours are in force: what is typed afterwards is meant for the shell.
static bool yield_to_owner(const struct terminal *terminal) {
  bool restores = has_ours(terminal);
  if (restores) tcflush(terminal->descriptor, TCIFLUSH);
  if (restores) set_settings(terminal);
  atomic_store(&platform_state->answer_end, 0);
  leave_screen(terminal, !restores);
  return restores;
}

static enum owner restore(const struct terminal *terminal, void *room, size_t count) {
  if (owner_of(terminal) == US) {
    int is_taken = leave_screen(terminal, 0);
    long end = atomic_exchange(&platform_state->answer_end, 0);
    // A terminal that accepts no output has delayed us already and is unlikely to reply.
    drain(terminal->descriptor, room, count, is_taken ? end : 0);
    // A shell may have taken the terminal by now.
    if (owner_of(terminal) == US) {
      restore_settings(terminal);
      return US;
    }
  }
  yield_to_owner(terminal);
  return OTHERS;
}

enum platform_end platform_terminal_end(enum platform_ending ending, void *room, size_t count) {
  if (!begin_leaving()) return PLATFORM_END_NONE;
  const struct terminal *terminal = take_current();
  enum owner owner = US;
  if (terminal != NULL) {
    switch (ending) {
    case PLATFORM_ENDING_FORGETS: leave_screen(terminal, 0); break;
    case PLATFORM_ENDING_RESTORES: owner = restore(terminal, room, count); break;
    case PLATFORM_ENDING_YIELDS:
      yield_to_owner(terminal);
      owner = OTHERS;
    }
    platform_console_restore(terminal->descriptor);
    if (owner == US) atomic_store(&platform_state->exiting, 0);
  }
  atomic_store(&platform_state->leaving_thread, 0);
  if (terminal == NULL) return PLATFORM_END_NONE;
  return owner == US ? PLATFORM_END_DONE : PLATFORM_END_LEFT_TO_HELPER;
}

// The restore helper

static int place_of(unsigned number) {
  int place = atomic_load(&platform_state->current);
  if (place == 0) place = atomic_load(&platform_state->exiting);
  const struct terminal *terminal = platform_terminal_at(place);
  if (terminal == NULL || terminal->number != number) return 0;
  size_t length = terminal->length, entering = terminal->entering;
  int makes_sense = length <= PLATFORM_TERMINAL_BYTES && entering <= length &&
                    terminal->erasing <= length - entering && terminal->lasting <= length;
  return makes_sense ? place : 0;
}

enum platform_orphan platform_terminal_leave_orphan(
    unsigned number, int descriptor, void *room, size_t count) {
  // Work on a copy: the data must not change between a check and its use.
  static struct platform_state copy;
  memcpy(&copy, platform_state, sizeof copy);
  platform_state = &copy;
  int place = place_of(number);
  atomic_store(&copy.current, place);
  struct terminal *terminal = platform_terminal_at(place);
  if (terminal == NULL) return PLATFORM_ORPHAN_LEFT;
  terminal->descriptor = descriptor;
  long end = atomic_load(&copy.answer_end);
  long left = end - platform_milliseconds_now();
  if (left <= 0 || left > LONGEST_ANSWER_MILLISECONDS) end = 0;
  if (end != 0 && !leave_screen(terminal, !has_ours(terminal))) end = 0;
  platform_console_restore(descriptor);
  // A shell may take the terminal at any time; input typed after that is meant for the shell.
  do {
    if (!has_ours(terminal)) break;
    long slice = platform_milliseconds_now() + SLICE_MILLISECONDS;
    if (drain(descriptor, room, count, end == 0 || end < slice ? end : slice)) end = 0;
    if (room == NULL) tcflush(descriptor, TCIFLUSH);
  } while (end != 0 && platform_milliseconds_now() < end);
  // A shell may have taken the terminal by now.
  if (yield_to_owner(terminal)) return PLATFORM_ORPHAN_RESTORED;
  return atomic_load(&terminal->newest) < 0 ? PLATFORM_ORPHAN_LEFT : PLATFORM_ORPHAN_CHANGED;
}

enum platform_settings platform_terminal_settings_now(void) {
  const struct terminal *terminal = platform_terminal_at(atomic_load(&platform_state->current));
  const struct termios *found = &terminal->settings;
  struct termios now;
  if (platform_get_settings(terminal->descriptor, &now) != 0 || reads_same(&now, found)) return PLATFORM_SETTINGS_OF_OTHERS;
  if (are_ours(terminal, &now)) return PLATFORM_SETTINGS_OURS;
  bool edits = !(now.c_lflag & ICANON);
  bool is_marked = now.c_cc[VEOF] == PLATFORM_MARK && found->c_cc[VEOF] != PLATFORM_MARK;
  // A line editor that clears IEXTEN is taken for fish, which keeps our settings; bash does not
  // clear IEXTEN.
  bool hides_ours = edits && !(now.c_lflag & IEXTEN);
  if (!is_marked) return hides_ours ? PLATFORM_SETTINGS_EDITED : PLATFORM_SETTINGS_OF_OTHERS;
  // zsh and fish run a command with our settings, including our mark, but change some flags.
  return edits ? PLATFORM_SETTINGS_OURS_EDITED : PLATFORM_SETTINGS_OURS;
}

void platform_terminal_restore_ours(void) {
  if (platform_terminal_settings_now() != PLATFORM_SETTINGS_OURS) return;
  // Bytes typed by now are meant for the next program, so nothing is flushed.
  set_settings(platform_terminal_at(atomic_load(&platform_state->current)));
}
