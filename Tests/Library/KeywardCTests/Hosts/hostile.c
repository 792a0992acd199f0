// Makes the calls of Tests/Library/hostile-calls.txt; prints “well” at its end.
//   usage: hostile FILE

#include <math.h>

#include "host.h"

static char word[64], value[64], error[1100];
static kw_options options;
static int failures;

/// True if the case is about this argument.
static int is(const char *name) { return strcmp(word, name) == 0; }

/// The case's number if it is about this argument, else the sensible one.
static double real(const char *name, double sensible) {
  return !is(name) || strcmp(value, "default") == 0 ? sensible : strtod(value, NULL);
}

/// The same for integers, which C converts without a check.
static long long whole(const char *name, long long sensible) {
  if (!is(name)) return sensible;
  return strcmp(value, "unlimited") == 0 ? -1 : strtoll(value, NULL, 10);
}

/// The case's text if it is about this argument, else the sensible one.
static const char *text(const char *name, const char *sensible) {
  static char many[100001];
  if (!is(name)) return sensible;
  int length = 0;
  if (strcmp(value, "long") == 0) length = 100000;
  if (strcmp(value, "full") == 0) length = 4080;
  if (strcmp(value, "overfull") == 0) length = 4081;
  if (length) return memset(many, '1', length), many[length] = 0, many;
  if (strcmp(value, "missing") == 0) return NULL;
  if (strcmp(value, "invalid") == 0) return "\xff";
  if (strcmp(value, "escape") == 0) return "\033";
  if (strcmp(value, "accent") == 0) return "\xc3\xa9";
  return strcmp(value, "empty") == 0 ? "" : value;
}

/// Writes all that a refused call must not change.
static void describe(kw_keyboard *pad, char *place, size_t size) {
  static kw_item items[MOST_ITEMS];
  items[0].size = sizeof items[0];
  size_t count = kw_items(pad, items, MOST_ITEMS);
  int length = snprintf(place, size, "%zu %zu", kw_count(pad), kw_caret(pad));
  for (size_t i = 0; i < count && (size_t)length < size; i++)
    length += snprintf(place + length, size - length, " %s %g %g %u", items[i].id, items[i].frame.x,
                       items[i].frame.y, items[i].state);
}

/// True if the keyboard can be shown on its screen, and a key can be pressed.
static int works(kw_keyboard *pad, double width, double height) {
  static kw_item items[MOST_ITEMS];
  if (kw_advance(pad, 100) != 0 || kw_show(pad, 100) != 0 || kw_advance(pad, 200) != 0) return 0;
  items[0].size = sizeof items[0];
  size_t count = kw_items(pad, items, MOST_ITEMS);
  // A pad has only the keys that `allow` accepts.
  size_t least = is("create.allow") ? 2 : 10;
  if (count < least || count > MOST_ITEMS) return 0;
  for (size_t i = 0; i < count; i++) {
    kw_rect f = items[i].frame;
    if (!(f.x >= -0.01 && f.y >= -0.01 && f.width > 0 && f.height > 0)) return 0;
    if (!(f.x + f.width <= width + 0.01 && f.y + f.height <= height + 0.01)) return 0;
  }
  int pressed = tap(pad, items[0].id, 201);
  return pressed == 0 || pressed == KW_ERROR_REFUSED;
}

static kw_keyboard *create(void) {
  options = (kw_options){.size = sizeof options};
  options.layout = text("create.layout", is("create.layout_file") ? NULL : "number");
  options.layout_file = text("create.layout_file", NULL);
  options.title = text("create.title", NULL);
  options.panel = text("create.panel", NULL);
  options.allow = text("create.allow", NULL);
  options.shuffle = text("create.shuffle", NULL);
  options.width = real("create.width", 480);
  options.height = real("create.height", 320);
  options.max_length = (uint32_t)whole("create.max_length", 0);
  options.panel_height = real("create.panel_height", -1);
  options.return_type = text("create.return_type", NULL);
  options.metrics = text("create.metrics", NULL);
  options.direction = text("create.direction", NULL);
  options.expect = text("create.expect", NULL);
  options.language = text("create.language", NULL);
  return kw_create(&options, error, sizeof error);
}

/// Makes the call; returns its code.
static int call(kw_keyboard *pad) {
  static char room[4200];
  char function[64];
  snprintf(function, sizeof function, "%.*s", (int)strcspn(word, "."), word);
  char now_name[80];
  snprintf(now_name, sizeof now_name, "%s.now", function);
  double now = real(now_name, 3);
  if (!strcmp(function, "set_screen"))
    return kw_set_screen(pad, options.width = real("set_screen.width", 480),
                         options.height = real("set_screen.height", 300), now);
  if (!strcmp(function, "set_safe_area"))
    return kw_set_safe_area(pad, real("set_safe_area.top", 0), real("set_safe_area.left", 0),
                            real("set_safe_area.bottom", 0), real("set_safe_area.right", 0), now);
  if (!strcmp(function, "set_title")) return kw_set_title(pad, text("set_title.title", "PIN"), now);
  if (!strcmp(function, "show")) return kw_show(pad, now);
  if (!strcmp(function, "hide")) return kw_hide(pad, now);
  if (!strcmp(function, "advance")) return kw_advance(pad, now);
  if (!strcmp(function, "next_frame"))
    return isnan(kw_next_frame(pad, now)) ? KW_ERROR_ARGUMENT : 0;
  if (!strcmp(function, "delete")) return kw_delete(pad, now);
  if (!strcmp(function, "next_layout")) return kw_next_layout(pad, now);
  if (!strcmp(function, "press"))
    return kw_press(pad, real("press.x", 9), real("press.y", 9), (int)whole("press.touch", 0), now);
  if (!strcmp(function, "drag"))
    return kw_drag(pad, real("drag.x", 9), real("drag.y", 9), (int)whole("drag.touch", 0), now);
  if (!strcmp(function, "release")) return kw_release(pad, (int)whole("release.touch", 0), now);
  if (!strcmp(function, "cancel")) return kw_cancel(pad, (int)whole("cancel.touch", 0), now);
  if (!strcmp(function, "insert")) return kw_insert(pad, text("insert.text", "3"), now);
  if (!strcmp(function, "move_caret")) return kw_move_caret(pad, (size_t)whole("move_caret.place", 0));
  if (!strcmp(function, "select"))
    return kw_select(pad, (size_t)whole("select.start", 0), (size_t)whole("select.end", 2));
  if (!strcmp(function, "verify")) return kw_verify(pad, text("verify.encoded", ""));
  if (!strcmp(function, "open")) {
    const char *sealed = text("open.sealed", "");
    return kw_open(pad, sealed, sealed == NULL ? 0 : strlen(sealed));
  }
  if (!strcmp(function, "write")) return kw_write(pad, (int)whole("write.fd", -1));
  if (!strcmp(function, "insert_bytes"))
    return kw_insert_bytes(pad, text("insert_bytes.bytes", "3"), (size_t)whole("insert_bytes.length", 1));
  if (!strcmp(function, "items")) {
    uint32_t size = (uint32_t)whole("items.size", sizeof(kw_item));
    memcpy(room, &size, sizeof size);
    return (int)kw_items(pad, (kw_item *)(void *)room, 1);
  }
  if (!strcmp(function, "read")) return (int)kw_read(pad, room, (size_t)whole("read.size", 2));
  if (!strcmp(function, "hash")) return kw_hash(pad, room, (size_t)whole("hash.size", 128));
  if (!strcmp(function, "seal")) return (int)kw_seal(pad, room, (size_t)whole("seal.size", 42));
  fprintf(stderr, "there is no function %s\n", function);
  exit(1);
}

static void try(const char *result) {
  static char before[8192], after[8192];
  *error = 0;
  int is_creating = strncmp(word, "create.", 7) == 0, code = 0;
  kw_keyboard *pad = create();
  double width = options.width, height = options.height;
  if (!is_creating) {
    CHECK(pad != NULL && kw_insert(pad, "12", 0) == 0);
    CHECK(kw_show(pad, 0) == 0 && kw_advance(pad, 2) == 0);
    describe(pad, before, sizeof before);
    code = call(pad);
    describe(pad, after, sizeof after);
    if (code < 0 && strcmp(before, after) != 0) result = "refused, without a change";
    if (code >= 0) width = options.width, height = options.height;
  } else if (pad == NULL) {
    code = -1;
    CHECK(strlen(error) > 20);
  }
  // The sentence names the argument.
  if (!is_creating) snprintf(error, sizeof error, "%s", kw_error_text(code));
  if (code < 0 && strstr(error, strchr(word, '.') + 1) == NULL)
    failures++, fprintf(stderr, "%s %s: not named: %s\n", word, value, error);
  const char *found = code < 0 ? "refused" : "accepted";
  if (pad != NULL && !works(pad, width, height)) found = "a keyboard that does not work";
  if (strcmp(found, result) != 0)
    failures++, fprintf(stderr, "%s %s: %s, not %s (%d, %s)\n", word, value, found, result, code, error);
  kw_destroy(pad);
}

int main(int count, char **arguments) {
  CHECK(count == 2);
  FILE *file = fopen(arguments[1], "r");
  CHECK(file != NULL);
  static char line[1024];
  int cases = 0;
  while (fgets(line, sizeof line, file)) {
    if (*line == '#') continue;
    char *languages = strtok(line, " \n"), *name = strtok(NULL, " \n"), *result = strtok(NULL, " \n");
    if (result == NULL || (strcmp(languages, "all") != 0 && *languages != 'c')) continue;
    snprintf(word, sizeof word, "%s", name);
    for (char *each; (each = strtok(NULL, " \n")) != NULL; cases++) {
      snprintf(value, sizeof value, "%s", each);
      try(result);
    }
  }
  CHECK(cases > 288 && failures == 0);
  puts("well");
}
