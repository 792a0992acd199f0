// The common part of the C interface's hosts: a check that reports its place, and ways to a key.

#ifndef HOST_H
#define HOST_H

#include <keyward.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

enum { MOST_ITEMS = 128 };

/// The item with an id, or a label; one without a size if there is none.
static inline kw_item find(kw_keyboard *keyboard, const char *name) {
  kw_item items[MOST_ITEMS];
  items[0].size = sizeof items[0];
  size_t count = kw_items(keyboard, items, MOST_ITEMS);
  CHECK(count <= MOST_ITEMS);
  for (size_t i = count; i-- > 0;)
    if (strcmp(items[i].id, name) == 0 || strcmp(items[i].label, name) == 0) return items[i];
  return (kw_item){0};
}

/// Presses an item at its place.
static inline int press(kw_keyboard *keyboard, const char *name, int touch, double now) {
  kw_item item = find(keyboard, name);
  CHECK(item.size != 0);
  return kw_press(
      keyboard, item.frame.x + item.frame.width / 2, item.frame.y + item.frame.height / 2, touch, now);
}

/// Presses and releases it.
static inline int tap(kw_keyboard *keyboard, const char *name, double now) {
  int code = press(keyboard, name, 0, now);
  return code != 0 ? code : kw_release(keyboard, 0, now + 0.05);
}

/// Makes and shows a keyboard at 0 s; it is at rest at 1 s.
static inline kw_keyboard *shown(kw_options options) {
  char error[512] = "";
  options.size = sizeof options;
  kw_keyboard *keyboard = kw_create(&options, error, sizeof error);
  if (keyboard == NULL) fprintf(stderr, "%s\n", error);
  CHECK(keyboard != NULL);
  CHECK(kw_show(keyboard, 0) == 0 && kw_advance(keyboard, 1) == 0);
  return keyboard;
}

#endif
