// Checks that every function of the interface does its work as in the header.

#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <unistd.h>

#include "host.h"

static int names[64], values[64], events;
static double begin_width;

static void note(void *context, const kw_event *event) {
  CHECK(context == names && event->size == sizeof *event);
  if (events == 64) return;
  names[events] = (int)event->name;
  values[events++] = event->value;
  if (event->name == KW_EVENT_WILL_CHANGE_FRAME) begin_width = event->begin.width;
}

static int agree(void *context, kw_keyboard *keyboard) {
  *(kw_keyboard **)context = keyboard;
  return kw_count(keyboard) == 4;
}

static int look(void *context, const unsigned char *bytes, size_t count) {
  kw_keyboard *keyboard = context;
  CHECK(count == 4 && memcmp(bytes, "1234", 4) == 0);
  CHECK(kw_count(keyboard) == 4 && kw_items(keyboard, NULL, 0) > 0);
  CHECK(kw_clear(keyboard) == KW_ERROR_BUSY && kw_release(keyboard, 0, 50) == KW_ERROR_BUSY);
  return 7;
}

static void *verify(void *context) {
  void **both = context;
  return (void *)(long)kw_verify(both[0], both[1]);
}

static void pad(void) {
  kw_options options = {.layout = "number", .title = "PIN", .max_length = 4, .panel_height = -1};
  kw_keyboard *pad = shown(options), *seen = NULL;
  CHECK(kw_on_event(pad, note, names) == 0 && kw_on_return(pad, agree, &seen) == 0);
  for (const char *key = "0123456789"; *key; key++) {
    kw_item item = find(pad, (char[]){*key, 0});
    CHECK(item.kind == KW_KIND_KEY && item.role == KW_ROLE_INPUT && item.state == 0);
    CHECK(item.frame.width >= 44 && item.frame.height >= 44);
    CHECK(item.frame.x >= 0 && item.frame.x + item.frame.width <= 480);
  }
  CHECK(find(pad, "Done").role == KW_ROLE_DONE && find(pad, "Done").kind == KW_KIND_TOOLBAR);
  CHECK(tap(pad, "1", 2) == 0 && kw_count(pad) == 1 && events == 1 && values[0] == 1);
  CHECK(tap(pad, "return", 3) == 0 && seen == pad && kw_items(pad, NULL, 0) == 14);
  CHECK(kw_items(pad, NULL, 99) == 14);
  tap(pad, "2", 4), tap(pad, "3", 5), tap(pad, "4", 6);
  CHECK(tap(pad, "5", 7) == KW_ERROR_REFUSED && kw_count(pad) == 4);
  CHECK(press(pad, "6", 3, 8) == 0 && find(pad, "6").state == KW_STATE_PRESSED);
  CHECK(kw_cancel(pad, 3, 8.1) == 0 && kw_count(pad) == 4 && find(pad, "6").state == 0);
  CHECK(kw_set_enabled(pad, 0) == 0 && tap(pad, "delete", 9) == 0 && kw_count(pad) == 4);
  CHECK(kw_set_enabled(pad, 1) == 0 && kw_with_bytes(pad, look, pad) == 7);
  char copy[4], small[3];
  CHECK(kw_read(pad, copy, 4) == 4 && memcmp(copy, "1234", 4) == 0);
  CHECK(kw_read(pad, small, 3) == KW_ERROR_SPACE);
  int ends[2];
  CHECK(pipe(ends) == 0 && kw_write(pad, ends[1]) == 0 && read(ends[0], copy, 4) == 4);
  CHECK(memcmp(copy, "1234", 4) == 0 && kw_write(pad, -1) == KW_ERROR_WRITE);
  char hash[128];
  CHECK(kw_hash(pad, hash, 20) == KW_ERROR_SPACE && kw_hash(pad, hash, sizeof hash) == 0);
  CHECK(kw_verify(pad, hash) == 1 && kw_verify(pad, "x") == KW_ERROR_HASH);
  CHECK(kw_verify(pad, NULL) == KW_ERROR_ARGUMENT);
  pthread_t other;
  void *result, *both[] = {pad, hash};
  CHECK(pthread_create(&other, NULL, verify, both) == 0);
  for (int i = 0; i < 200; i++) CHECK(find(pad, "1").size > 0);
  CHECK(pthread_join(other, &result) == 0 && result == (void *)1L);
  unsigned char sealed[44];
  CHECK(kw_seal(pad, NULL, 0) == 44 && kw_seal(pad, sealed, 43) == KW_ERROR_SPACE);
  CHECK(kw_count(pad) == 4 && kw_seal(pad, sealed, 44) == 44 && kw_count(pad) == 0);
  char none[128] = "";
  CHECK(kw_hash(pad, none, sizeof none) == KW_ERROR_EMPTY && none[0] == 0);
  CHECK(kw_verify(pad, hash) == 0 && kw_open(pad, sealed, 44) == 0 && kw_verify(pad, hash) == 1);
  sealed[30] ^= 1;
  CHECK(kw_open(pad, sealed, 44) == KW_ERROR_SEALED && kw_count(pad) == 4);
  CHECK(kw_open(pad, sealed, 3) == KW_ERROR_SEALED);
  CHECK(tap(pad, "Done", 60) == 0 && kw_advance(pad, 61) == 0 && kw_items(pad, NULL, 0) == 0);
  CHECK(kw_clear(pad) == 0 && kw_count(pad) == 0);
  CHECK(kw_show(pad, 62) == 0 && kw_set_screen(pad, 320, 480, 63) == 0 && kw_advance(pad, 64) == 0);
  CHECK(find(pad, "Done").frame.y == 0 && find(pad, "1").frame.height >= 44);
  kw_destroy(pad);
  CHECK(kw_count(pad) == 0 && kw_caret(pad) == 0 && kw_items(pad, NULL, 0) == 0);
  CHECK(kw_show(pad, 65) == KW_ERROR_HANDLE);
  kw_destroy(pad);
}

static void letters(void) {
  kw_keyboard *keyboard = shown((kw_options){.width = 375, .height = 812});
  CHECK(press(keyboard, "e", 0, 2) == 0 && kw_next_frame(keyboard, 2) == 2.5);
  CHECK(kw_advance(keyboard, 2.5) == 0);
  kw_item place = find(keyboard, "é");
  CHECK(place.kind == KW_KIND_ALTERNATE && find(keyboard, "0").state == KW_STATE_SELECTED);
  CHECK(kw_drag(keyboard, place.frame.x + 1, place.frame.y + 1, 0, 2.6) == 0);
  CHECK(kw_release(keyboard, 0, 2.7) == 0);
  CHECK(press(keyboard, "a", 0, 3) == 0 && kw_advance(keyboard, 4) == 0);
  CHECK(press(keyboard, "ä", 1, 4.1) == 0);
  kw_release(keyboard, 1, 4.2), kw_release(keyboard, 0, 4.3);
  char text[8] = "";
  CHECK(kw_read(keyboard, text, 8) == 4 && strcmp(text, "éä") == 0);
  events = 0;
  CHECK(kw_on_event(keyboard, note, names) == 0);
  CHECK(kw_set_screen(keyboard, 812, 375, 10) == 0);
  CHECK(events == 3 && names[0] == KW_EVENT_ORIENTATION && values[0] == 1 && begin_width == 375);
  double now = 10;
  int frames = 0;
  for (double next; !isinf(next = kw_next_frame(keyboard, now)); now = next, frames++) {
    CHECK(next > now && kw_advance(keyboard, next) == 0);
    kw_item q = find(keyboard, "q"), last = find(keyboard, "return");
    CHECK(q.frame.y > 0 && last.frame.x + last.frame.width <= 812);
    CHECK(last.frame.y + last.frame.height <= 375);
  }
  CHECK(frames >= 30 && now == 10.5 && events == 5);
  CHECK(kw_set_screen(keyboard, NAN, 1, 11) == KW_ERROR_SCREEN);
  CHECK(kw_set_screen(keyboard, 9, 9, 11) == KW_ERROR_SCREEN);
  size_t before = kw_items(keyboard, NULL, 0);
  CHECK(kw_set_title(keyboard, "Name", 12) == 0 && kw_items(keyboard, NULL, 0) > before);
  CHECK(kw_set_title(keyboard, NULL, 13) == 0 && kw_items(keyboard, NULL, 0) == before);
  CHECK(kw_set_screen(keyboard, 812, 90, 14) == 0);
  CHECK(kw_set_title(keyboard, "Name", 15) == KW_ERROR_SCREEN && kw_items(keyboard, NULL, 0) == before);
  kw_destroy(keyboard);
}

static void sizes(void) {
  struct { kw_item item; char more[24]; } wide[MOST_ITEMS];
  kw_keyboard *keyboard = shown((kw_options){0});
  memset(wide, 0x55, sizeof wide);
  wide[0].item.size = sizeof wide[0];
  size_t count = kw_items(keyboard, &wide[0].item, 3);
  CHECK(count > 30 && wide[2].item.size == sizeof wide[0] && wide[2].item.id[0] == 'e');
  CHECK(wide[2].more[0] == 0x55 && wide[3].item.size == 0x55555555);
  wide[0].item.size = 4;
  CHECK(kw_items(keyboard, &wide[0].item, 3) == (size_t)KW_ERROR_ARGUMENT);
  CHECK(wide[0].item.size == 4);
  /* A program compiled with the header of 0.2.0, whose items end after the label. */
  struct { char bytes[120]; } old_items[3];
  memset(old_items, 0x55, sizeof old_items);
  *(uint32_t *)(void *)old_items = sizeof old_items[0];
  CHECK(kw_items(keyboard, (kw_item *)(void *)old_items, 2) == count);
  CHECK(((kw_item *)(void *)&old_items[1])->id[0] == 'w' && old_items[2].bytes[0] == 0x55);
  kw_destroy(keyboard);
  kw_options old = {.size = offsetof(kw_options, title), .layout = "greek", .title = (char *)1};
  char error[16] = "";
  keyboard = kw_create(&old, NULL, 0);
  CHECK(keyboard != NULL && kw_show(keyboard, 0) == 0 && find(keyboard, "α").size > 0);
  kw_destroy(keyboard);
  CHECK(kw_create(&(kw_options){0}, error, 16) == NULL && strcmp(error, "The size of the") == 0);
  CHECK((keyboard = kw_create(NULL, error, sizeof error)) != NULL);
  kw_destroy(keyboard);
}

/// Uses all functions on a keyboard that other threads use too.
static void *meddle(void *context) {
  kw_keyboard *keyboard = context;
  char text[8];
  for (int i = 0; i < 400; i++) {
    double now = 100 + i / 10.0;
    press(keyboard, "1", i % 3, now), kw_release(keyboard, i % 3, now);
    kw_set_screen(keyboard, i % 2 ? 480 : 320, i % 2 ? 320 : 480, now);
    if (i % 7 == 0) kw_clear(keyboard);
    int64_t count = kw_read(keyboard, text, sizeof text);
    CHECK(count >= 0 && count <= 4);
    for (int64_t k = 0; k < count; k++) CHECK(text[k] >= '.' && text[k] <= '9');
    if (i % 200 == 0) CHECK(kw_verify(keyboard, "x") == KW_ERROR_HASH);
  }
  return NULL;
}

static void threads(void) {
  kw_keyboard *keyboard = shown((kw_options){.layout = "number", .max_length = 4});
  pthread_t others[4];
  for (int i = 0; i < 4; i++) CHECK(pthread_create(&others[i], NULL, meddle, keyboard) == 0);
  for (int i = 0; i < 4; i++) CHECK(pthread_join(others[i], NULL) == 0);
  kw_destroy(keyboard);
}

static void refused(kw_options options, const char *word) {
  char error[512] = "";
  options.size = sizeof options;
  CHECK(kw_create(&options, error, sizeof error) == NULL);
  if (strstr(error, word) == NULL) fprintf(stderr, "“%s” without “%s”\n", error, word);
  CHECK(strstr(error, word) != NULL);
}

static void refusals(void) {
  refused((kw_options){.layout = "qwerti"}, "latin-qwerty");
  refused((kw_options){.layout_file = "/nowhere/x.yaml"}, "no such file");
  refused((kw_options){.layout = "greek", .layout_file = "x.yaml"}, "one of them");
  refused((kw_options){.panel = "emoji"}, "numbers");
  refused((kw_options){.shuffle = "some"}, "digits");
  refused((kw_options){.title = "\xff"}, "UTF-8");
  refused((kw_options){.width = -1, .height = 5}, "width cannot be -1");
  refused((kw_options){.width = NAN, .height = 100}, "width cannot be nan");
  refused((kw_options){.width = 20, .height = 20}, "no room");
  refused((kw_options){.width = 1280, .height = 60}, "no room");
  refused((kw_options){.panel_height = 3}, "panel_height cannot be 3");
  refused((kw_options){.panel_height = NAN}, "panel_height cannot be nan");
  refused((kw_options){.panel_height = INFINITY}, "panel_height cannot be inf");
  refused((kw_options){.panel_height = -INFINITY}, "panel_height cannot be -inf");
  refused((kw_options){.width = INFINITY, .height = 20}, "width cannot be inf");
  refused((kw_options){.width = 480, .height = -1}, "height cannot be -1");
  for (int code = 1; code >= -20; code--) CHECK(strlen(kw_error_text(code)) > 3);
  int major = -1, minor = -1;
  CHECK(sscanf(kw_version(), "%d.%d.", &major, &minor) == 2);
  CHECK(major == KW_VERSION_MAJOR && minor == KW_VERSION_MINOR);
}

static void *refuse_y(void *context) {
  CHECK(strcmp(kw_error_text(KW_ERROR_ARGUMENT), kw_error_text(-2)) == 0);
  CHECK(strstr(kw_error_text(KW_ERROR_ARGUMENT), "an argument") != NULL);
  CHECK(kw_press(context, 1, NAN, 0, 1) == KW_ERROR_ARGUMENT);
  CHECK(strncmp(kw_error_text(KW_ERROR_ARGUMENT), "y must", 6) == 0);
  return NULL;
}

/// The text of a code names the argument that this thread passed, and no other thread.
static void named(void) {
  kw_keyboard *pad = shown((kw_options){.layout = "number"});
  CHECK(kw_press(pad, NAN, 1, 0, 1) == KW_ERROR_ARGUMENT);
  pthread_t other;
  CHECK(pthread_create(&other, NULL, refuse_y, pad) == 0 && pthread_join(other, NULL) == 0);
  CHECK(strncmp(kw_error_text(KW_ERROR_ARGUMENT), "x must", 6) == 0);
  CHECK(kw_set_screen(pad, 480, 0, 2) == KW_ERROR_SCREEN);
  CHECK(strncmp(kw_error_text(KW_ERROR_SCREEN), "height must", 11) == 0);
  CHECK(strstr(kw_error_text(KW_ERROR_ARGUMENT), "an argument") != NULL);
  CHECK(kw_with_bytes(pad, NULL, NULL) == KW_ERROR_ARGUMENT);
  CHECK(strncmp(kw_error_text(KW_ERROR_ARGUMENT), "body", 4) == 0);
  CHECK(kw_hash_bytes(NULL, 1, NULL, 0) == KW_ERROR_ARGUMENT);
  CHECK(strncmp(kw_error_text(KW_ERROR_ARGUMENT), "bytes", 5) == 0);
  CHECK(kw_hash_bytes("1", SIZE_MAX, NULL, 0) == KW_ERROR_ARGUMENT);
  CHECK(strncmp(kw_error_text(KW_ERROR_ARGUMENT), "length", 6) == 0);
  /* The sentence of kw_create is in its buffer. */
  refused((kw_options){.layout = "qwerti"}, "layout: ");
  CHECK(strstr(kw_error_text(KW_ERROR_ARGUMENT), "an argument") != NULL);
  kw_destroy(pad);
}

static void layouts(void) {
  int64_t size = kw_layouts(NULL, 0);
  char *names = malloc((size_t)size);
  CHECK(size > 100 && kw_layouts(names, (size_t)size - 1) == KW_ERROR_SPACE);
  CHECK(kw_layouts(names, (size_t)size) == size && strlen(names) == (size_t)size - 1);
  int count = 0;
  for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " "), count++) {
    kw_options options = {.size = sizeof options, .layout = name, .width = 1280, .height = 720};
    kw_keyboard *keyboard = count % 8 ? NULL : kw_create(&options, NULL, 0);
    CHECK(count % 8 || keyboard != NULL);
    kw_destroy(keyboard);
  }
  CHECK(count > 50);
  free(names);
}

/* What version 0.2 added. */
static void more(void) {
  int code = 1;
  char error[256];
  kw_options options = {.size = sizeof options, .layout = "nowhere", .code = &code};
  CHECK(kw_create(&options, error, sizeof error) == NULL && code == KW_ERROR_ARGUMENT);
  options.layout = NULL, options.width = 20, options.height = 20;
  CHECK(kw_create(&options, error, sizeof error) == NULL && code == KW_ERROR_SCREEN);
  refused((kw_options){.return_type = "stop"}, "search");
  refused((kw_options){.metrics = "huge"}, "default");
  refused((kw_options){.direction = "up"}, "ltr");
  options = (kw_options){.size = sizeof options, .layout = "ru", .title = "PIN", .return_type = "go",
                         .direction = "rtl", .shuffle = "all", .code = &code};
  kw_keyboard *keyboard = kw_create(&options, error, sizeof error);
  CHECK(keyboard != NULL && code == KW_DONE && kw_show(keyboard, 0) == 0);
  CHECK(kw_advance(keyboard, 1) == 0);
  /* A Russian keyboard has the Latin one as its other, so that every ASCII character can be typed. */
  kw_item items[128] = {{.size = sizeof items[0]}};
  size_t count = kw_items(keyboard, items, 128), found = 0;
  for (size_t i = 0; i < count && i < 128; i++) found += items[i].role == KW_ROLE_NEXT_KEYBOARD;
  CHECK(found == 1);
  CHECK(kw_insert(keyboard, "q\xc3\xa9", 1) == 0 && kw_count(keyboard) == 2);
  CHECK(kw_insert(keyboard, "\xff", 1) == KW_ERROR_REFUSED && kw_count(keyboard) == 2);
  CHECK(kw_insert(keyboard, NULL, 1) == KW_ERROR_ARGUMENT);
  CHECK(kw_delete(keyboard, 1) == 0 && kw_count(keyboard) == 1);
  kw_rect background, title;
  CHECK(kw_background_frame(keyboard, &background) == 0 && background.height > 0);
  CHECK(kw_title_frame(keyboard, &title) == 0 && title.width > 0);
  CHECK(title.y >= background.y && kw_title_frame(keyboard, NULL) == KW_ERROR_ARGUMENT);
  CHECK(kw_set_safe_area(keyboard, 0, 0, -1, 0, 2) == KW_ERROR_SCREEN);
  CHECK(kw_set_safe_area(keyboard, 0, 30, 20, 30, 2) == 0 && kw_advance(keyboard, 3) == 0);
  count = kw_items(keyboard, items, 128);
  for (size_t i = 0; i < count && i < 128; i++)
    CHECK(items[i].kind != KW_KIND_KEY ||
          (items[i].frame.x >= 30 && items[i].frame.y + items[i].frame.height <= 300));
  CHECK(kw_reshuffle(keyboard) == 0);
  /* One time in milliseconds does not stop the keyboard: the clock begins again. */
  CHECK(kw_advance(keyboard, 1.7e9) == 0 && kw_hide(keyboard, 4) == 0);
  double next = kw_next_frame(keyboard, 4);
  CHECK(next >= 4 && next < 5);
  CHECK(kw_advance(keyboard, 5) == 0 && kw_background_frame(keyboard, &background) == 0);
  CHECK(background.height == 0);
  kw_destroy(keyboard);
}

/* What version 0.3 added. */
static void bytes(void) {
  kw_options options = {.size = sizeof options, .layout = "number"};
  kw_keyboard *pad = kw_create(&options, NULL, 0);
  CHECK(isnan(kw_next_frame(NULL, 0)) && isnan(kw_next_frame(pad, NAN)));
  CHECK(isinf(kw_next_frame(pad, -3)) && kw_show(pad, -3) == 0);
  CHECK(kw_next_frame(pad, -3) < -2.9 && kw_advance(pad, 0) == 0);
  kw_item item = {0};
  CHECK(kw_items(pad, &item, 1) == (size_t)KW_ERROR_ARGUMENT && kw_items(pad, NULL, 0) > 9);
  CHECK(kw_insert_bytes(pad, "12345", 2) == 0 && kw_count(pad) == 2);
  CHECK(kw_insert_bytes(pad, "a", 1) == KW_ERROR_REFUSED && kw_insert_bytes(pad, NULL, 0) == 0);
  CHECK(kw_insert_bytes(pad, NULL, 1) == KW_ERROR_ARGUMENT);
  CHECK(kw_insert_bytes(NULL, "1", 1) == KW_ERROR_HANDLE);
  char hash[128];
  CHECK(kw_hash_bytes("12", 2, hash, sizeof hash) == 0 && kw_verify(pad, hash) == 1);
  CHECK(kw_verify_bytes("123", 2, hash) == 1 && kw_verify_bytes("123", 3, hash) == 0);
  CHECK(kw_verify_bytes("", 0, hash) == 0 && kw_hash_bytes("", 0, hash, 128) == KW_ERROR_EMPTY);
  CHECK(kw_verify_bytes("1", 1, "x") == KW_ERROR_HASH);
  CHECK(kw_verify_bytes("1", 1, NULL) == KW_ERROR_ARGUMENT);
  CHECK(kw_hash_bytes("1", 1, hash, 20) == KW_ERROR_SPACE);
  /* Touches that are never released: the oldest of more than 64 is cancelled. */
  options.layout = NULL, options.panel_height = -1;
  kw_keyboard *letters = kw_create(&options, NULL, 0);
  CHECK(kw_show(letters, 0) == 0 && kw_advance(letters, 1) == 0);
  CHECK(kw_set_captured(letters, 0) == 0 && kw_set_captured(NULL, 1) == KW_ERROR_HANDLE);
  kw_item q = find(letters, "q");
  double x = q.frame.x + q.frame.width / 2, y = q.frame.y + q.frame.height / 2;
  CHECK(kw_press(letters, x, y, 0, 2) == 0 && find(letters, "q").state == KW_STATE_PRESSED);
  CHECK(kw_set_captured(letters, 1) == 0 && find(letters, "q").state == 0);
  for (int touch = 1; touch < 1000; touch++) CHECK(kw_press(letters, x, y, touch, 2) == 0);
  CHECK(kw_set_captured(letters, 0) == 0);
  for (int touch = 0; touch < 1000; touch++) kw_release(letters, touch, 2.1);
  CHECK(find(letters, "q").state == 0);
  kw_destroy(letters);
  kw_destroy(pad);
}

/* The caret, lines and labels. */
static void lines(void) {
  refused((kw_options){.language = "la"}, "zh");
  kw_options options = {.size = sizeof options, .panel_height = -1, .title = "Note",
                        .language = "de", .accepts_newline = 1};
  kw_keyboard *note = kw_create(&options, NULL, 0);
  CHECK(kw_show(note, 0) == 0 && kw_advance(note, 1) == 0);
  CHECK(kw_insert(note, "one\ntwo", 1) == 0 && kw_caret(note) == 7);
  CHECK(kw_move_caret(note, 3) == 0 && kw_delete(note, 1) == 0 && kw_caret(note) == 2);
  CHECK(kw_select(note, 0, 2) == 0 && kw_insert(note, "x", 1) == 0 && kw_caret(note) == 1);
  CHECK(kw_select(note, 2, 1) == KW_ERROR_ARGUMENT && kw_move_caret(NULL, 0) == KW_ERROR_HANDLE);
  char text[16] = {0};
  CHECK(kw_read(note, text, sizeof text) == 5 && strcmp(text, "x\ntwo") == 0);
  CHECK(kw_select(note, 0, SIZE_MAX) == 0 && kw_delete(note, 1) == 0 && kw_count(note) == 0);
  kw_item item = find(note, "return");
  CHECK(strcmp(item.label, "Fertig") == 0 && strcmp(item.symbol, "\xe2\x8f\x8e") == 0);
  CHECK(strcmp(find(note, "panel-symbols").accessibility_label, "Symbole") == 0);
  double x = item.frame.x + item.frame.width / 2, y = item.frame.y + item.frame.height / 2;
  CHECK(kw_press(note, x, y, 0, 2) == 0 && kw_release(note, 0, 2.1) == 0);
  CHECK(kw_read(note, text, sizeof text) == 1 && text[0] == '\n');
  kw_destroy(note);
}

static int accept(void *context, kw_keyboard *keyboard) {
  (void)keyboard;
  ++*(int *)context;
  return 0;
}

static void expected(void) {
  int returns = 0;
  kw_keyboard *keyboard = shown((kw_options){.expect = "bitlocker", .max_length = 3, .allow = "x"});
  CHECK(kw_on_return(keyboard, accept, &returns) == 0 && find(keyboard, "5").size > 0);
  CHECK(kw_insert(keyboard, "0", 2) == 0 && kw_insert(keyboard, "x", 2) == KW_ERROR_REFUSED);
  CHECK(kw_insert(keyboard, "OOO12 00-0011", 3) == 0 && kw_faulty_group(keyboard) == 1);
  char copy[64];
  CHECK(kw_read(keyboard, copy, 64) == 13 && memcmp(copy, "000012-000011", 13) == 0);
  CHECK(tap(keyboard, "return", 4) == KW_ERROR_REFUSED && returns == 0);
  CHECK(tap(keyboard, "return", 5) == 0 && returns == 1);
  CHECK(kw_clear(keyboard) == 0 && kw_faulty_group(keyboard) == 0);
  for (int i = 0; i < 8; i++) CHECK(kw_insert(keyboard, "000011", 6) == 0);
  CHECK(tap(keyboard, "return", 7) == 0 && returns == 2 && kw_read(keyboard, copy, 64) == 55);
  kw_destroy(keyboard);
  char error[512];
  kw_options options = {.size = sizeof options, .expect = "bip38"};
  CHECK(!kw_create(&options, error, sizeof error) && strstr(error, "bip39") != NULL);
  CHECK(kw_faulty_group(NULL) == KW_ERROR_HANDLE);
}

static void next_layout(void) {
  kw_keyboard *keyboard = shown((kw_options){.layout = "de,us", .max_length = 2});
  char copy[64];
  CHECK(kw_insert(keyboard, "z", 2) == 0 && kw_insert(keyboard, "ß", 2) == 0);
  CHECK(kw_next_layout(keyboard, 3) == 0 && kw_read(keyboard, copy, 64) == 2);
  CHECK(memcmp(copy, "y-", 2) == 0);
  CHECK(kw_next_layout(keyboard, 4) == 0 && kw_read(keyboard, copy, 64) == 3);
  CHECK(memcmp(copy, "zß", 3) == 0);
  kw_destroy(keyboard);
  keyboard = shown((kw_options){.layout = "de"});
  CHECK(kw_insert(keyboard, "z", 2) == 0 && kw_next_layout(keyboard, 3) == KW_ERROR_REFUSED);
  CHECK(kw_read(keyboard, copy, 64) == 1 && copy[0] == 'z');
  kw_destroy(keyboard);
  /* Keys that are touched on a keyboard without positions are those of us; a paste stays. */
  keyboard = shown((kw_options){.layout = "latin-qwerty,ru"});
  CHECK(tap(keyboard, "q", 2) == 0 && kw_insert(keyboard, "zy", 3) == 0);
  CHECK(kw_next_layout(keyboard, 4) == 0 && kw_read(keyboard, copy, 64) == 4);
  CHECK(memcmp(copy, "йzy", 4) == 0);
  CHECK(kw_set_enabled(keyboard, 0) == 0 && kw_next_layout(keyboard, 5) == KW_ERROR_REFUSED);
  kw_destroy(keyboard);
  CHECK(kw_next_layout(NULL, 1) == KW_ERROR_HANDLE);
}

int main(void) {
  next_layout();
  pad();
  expected();
  letters();
  sizes();
  threads();
  refusals();
  named();
  layouts();
  more();
  bytes();
  lines();
  CHECK(kw_harden() == 0);
  puts("well");
}
