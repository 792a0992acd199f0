// Calls everything with anything, from callbacks too: nothing may stop the program.
//   usage: arguments SEED CALLS

#define _GNU_SOURCE
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

static uint64_t state;
static kw_keyboard *keyboards[8];
static int depth;
static double now;

static unsigned number(unsigned below) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned)(state >> 33) % below;
}

static double anything(void) {
  static const double odd[] = {NAN, INFINITY, -INFINITY, 0, -0.0, 1e300, -1e300, 1e-300, -1, 4e9, 5e9};
  if (number(4) == 0) return odd[number(sizeof odd / sizeof *odd)];
  return (double)number(1000) - 100;
}

static double sometime(void) {
  if (number(10) == 0) return anything();
  return now += number(100) / 100.0;
}

static const char *word(void) {
  static const char *const words[] = {
      NULL, "", "number", "latin-qwerty", "id-card", "symbols", "letters", "numbers", "all", "digits",
      "\xff\xfe", "chat", "tour", "login", "/etc/passwd", "nowhere", "ö", "0123456789"};
  return words[number(sizeof words / sizeof *words)];
}

/// A live handle, a destroyed one, none, or nonsense.
static kw_keyboard *someone(void) {
  return number(40) == 0 ? (kw_keyboard *)(uintptr_t)number(100000) : keyboards[number(8)];
}

static void call(void);

static void nested(void) {
  if (depth > 3) return;
  depth++;
  for (unsigned i = number(4); i > 0; i--) call();
  depth--;
}

static void on_event(void *context, const kw_event *event) {
  CHECK(context == &state && event->size == sizeof *event);
  nested();
}

static int on_return(void *context, kw_keyboard *keyboard) {
  CHECK(context == &state && keyboard != NULL);
  nested();
  return (int)number(2);
}

static int on_bytes(void *context, const unsigned char *bytes, size_t count) {
  CHECK(context == &state && (count == 0 || bytes[count - 1] != 0));
  nested();
  return (int)number(9);
}

static void create(void) {
  char error[64];
  int code;
  kw_options options = {
      number(20) ? sizeof options : number(100), word(), number(8) ? NULL : word(),
      word(), word(), word(), word(), number(2) ? 0 : anything(), number(2) ? 0 : anything(),
      number(30), number(2) ? -1 : anything(), number(2) ? &code : NULL, number(2) ? NULL : word(),
      number(2) ? NULL : word(), number(2) ? NULL : word(), NULL, number(4) ? NULL : word(), number(2)};
  const char *kinds[] = {"bitlocker", "bip39", "id-card", "groups:50x50"};
  if (number(4) == 0) options.expect = kinds[number(4)];
  if (number(2)) options.layout = number(2) ? "number" : "latin-qwerty";
  if (number(2)) options.panel = options.shuffle = options.title = NULL;
  unsigned place = number(8);
  if (number(2)) kw_destroy(keyboards[place]);
  kw_keyboard *made = kw_create(number(9) ? &options : NULL, error, number(2) ? sizeof error : number(9));
  // Overwriting keyboards without destroying them would fill the table of regions.
  if (made != NULL) kw_destroy(keyboards[place]), keyboards[place] = made;
}

static void touch(void) {
  static kw_item items[MOST_ITEMS];
  items[0].size = sizeof items[0];
  kw_keyboard *keyboard = someone();
  size_t count = kw_items(keyboard, items, MOST_ITEMS);
  double x = anything(), y = anything();
  if (count > 0 && number(8)) {
    kw_rect frame = items[number(count < MOST_ITEMS ? (unsigned)count : MOST_ITEMS)].frame;
    x = frame.x + frame.width / 2, y = frame.y + frame.height / 2;
  }
  int finger = (int)number(4) - 1;
  switch (number(5)) {
    case 0: kw_drag(keyboard, x, y, finger, sometime()); break;
    case 1: kw_cancel(keyboard, finger, sometime()); break;
    default:
      kw_press(keyboard, x, y, finger, sometime());
      if (number(3)) kw_release(keyboard, finger, sometime());
  }
}

static void call(void) {
  unsigned char room[4200];
  size_t size = number(2) ? sizeof room : number(60);
  void *place = number(9) ? room : NULL;
  kw_rect frame;
  switch (number(39)) {
    case 0: create(); break;
    case 1: if (number(4) == 0) kw_destroy(someone()); break;
    case 2: kw_show(someone(), sometime()); break;
    case 3: if (number(4) == 0) kw_hide(someone(), sometime()); break;
    case 4: kw_set_screen(someone(), anything(), anything(), sometime()); break;
    case 5: kw_set_screen(someone(), 200 + number(900), 200 + number(900), sometime()); break;
    case 6: kw_set_enabled(someone(), (int)number(3)); break;
    case 7: kw_set_title(someone(), word(), sometime()); break;
    case 8: kw_advance(someone(), sometime()); break;
    case 9: kw_next_frame(someone(), sometime()); break;
    case 10: kw_on_event(someone(), number(3) ? on_event : NULL, &state); break;
    case 11: kw_on_return(someone(), number(3) ? on_return : NULL, &state); break;
    case 12: kw_count(someone()), kw_faulty_group(someone()); break;
    case 13: kw_with_bytes(someone(), number(9) ? on_bytes : NULL, &state); break;
    case 14: kw_read(someone(), place, size); break;
    case 15: kw_write(someone(), number(2) ? -1 : 99); break;
    case 16: if (number(200) == 0) kw_hash(someone(), place, size); break;
    case 17: kw_verify(someone(), word()); break;
    case 18: kw_seal(someone(), place, size); break;
    case 19: memset(room, 1, sizeof room), kw_open(someone(), place, number(2) ? size : SIZE_MAX / 2); break;
    case 20: kw_clear(someone()); break;
    case 21: kw_error_text((int)number(40) - 20); break;
    case 25: kw_insert(someone(), word(), sometime()); break;
    case 26: kw_delete(someone(), sometime()); break;
    case 27: kw_reshuffle(someone()); break;
    case 28: kw_set_safe_area(someone(), anything(), anything(), anything(), 5, sometime()); break;
    case 29: kw_background_frame(someone(), number(2) ? &frame : NULL); break;
    case 31: kw_caret(someone()), kw_move_caret(someone(), number(2) ? number(9) : SIZE_MAX); break;
    case 32: kw_select(someone(), number(9), number(2) ? number(99) : SIZE_MAX - number(3)); break;
    case 30: kw_title_frame(someone(), number(2) ? &frame : NULL); break;
    case 33: kw_next_layout(someone(), sometime()); break;
    default: touch();
  }
}

/// A child finds nothing of its parent's, and has the library to itself.
static void fork_once(kw_keyboard *parents) {
  pid_t child = fork();
  if (child == 0) {
    CHECK(kw_count(parents) == 0 && kw_show(parents, 1) == KW_ERROR_HANDLE);
    kw_destroy(parents);
    kw_keyboard *own = shown((kw_options){.layout = "number"});
    char sealed[50];
    CHECK(tap(own, "1", 2) == 0 && kw_seal(own, sealed, sizeof sealed) == 41);
    exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(int count, char **arguments) {
  CHECK(count == 3);
  state = strtoull(arguments[1], NULL, 10) * 2654435761u + 1;
  kw_keyboard *kept = shown((kw_options){.layout = "number"});
  char sealed[50];
  CHECK(tap(kept, "7", 2) == 0 && kw_seal(kept, sealed, 50) == 41 && kw_open(kept, sealed, 41) == 0);
  for (int i = atoi(arguments[2]); i > 0; i--) call();
  fork_once(kept);
  CHECK(kw_count(kept) == 1);
  puts("well");
}
