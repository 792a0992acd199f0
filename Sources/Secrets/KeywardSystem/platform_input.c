#include "platform_input.h"

#include <limits.h>
#include <linux/input.h>
#include <linux/vt.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <unistd.h>

_Static_assert(sizeof(struct input_event) == PLATFORM_INPUT_EVENT_SIZE, "the size of an event");
_Static_assert(
    offsetof(struct input_event, type) == PLATFORM_INPUT_EVENT_TYPE, "the offset of its type");

enum { BITS = 8 * sizeof(unsigned char), BYTES = KEY_MAX / BITS + 1 };

static int has(const unsigned char *bits, unsigned code) {
  return code < BYTES * BITS && bits[code / BITS] >> code % BITS & 1;
}

int platform_is_input(int device) {
  int version;
  return ioctl(device, EVIOCGVERSION, &version) == 0;
}

int platform_input_has(int device, unsigned type, unsigned code) {
  unsigned char bits[BYTES] = {0};
  return type <= EV_MAX && ioctl(device, EVIOCGBIT(type, sizeof bits), bits) >= 0 && has(bits, code);
}

int platform_input_has_property(int device, unsigned property) {
  unsigned char bits[BYTES] = {0};
  return ioctl(device, EVIOCGPROP(sizeof bits), bits) >= 0 && has(bits, property);
}

struct platform_input_axis platform_input_axis(int device, unsigned axis) {
  struct input_absinfo info = {0};
  struct platform_input_axis range = {0, 0, 0};
  if (axis > ABS_MAX || ioctl(device, EVIOCGABS(axis), &info) < 0) return range;
  range.least = info.minimum;
  range.greatest = info.maximum;
  range.value = info.value;
  return range;
}

int32_t platform_input_contact(int device, unsigned axis, unsigned slot) {
  struct {
    uint32_t axis;
    int32_t values[PLATFORM_INPUT_SLOTS];
  } contacts = {.axis = axis};
  if (slot >= PLATFORM_INPUT_SLOTS || ioctl(device, EVIOCGMTSLOTS(sizeof contacts), &contacts) < 0) {
    return 0;
  }
  return contacts.values[slot];
}

int platform_input_is_down(int device, int key) {
  unsigned char bits[BYTES] = {0};
  int is_down = 0;
  if (ioctl(device, EVIOCGKEY(sizeof bits), bits) >= 0) {
    if (key >= 0) {
      is_down = has(bits, (unsigned)key);
    } else {
      for (int i = 0; i < BTN_MISC / BITS; i++) is_down |= bits[i] != 0;
    }
  }
  // The keys held down reveal typed characters.
  explicit_bzero(bits, sizeof bits);
  return is_down;
}

int platform_input_is_lit(int device, unsigned light) {
  unsigned char bits[BYTES] = {0};
  return ioctl(device, EVIOCGLED(sizeof bits), bits) >= 0 && has(bits, light);
}

void platform_input_light(int device, unsigned light, int is_on) {
  struct input_event events[2] = {
      {.type = EV_LED, .code = (unsigned short)light, .value = is_on},
      {.type = EV_SYN, .code = SYN_REPORT}};
  if (write(device, events, sizeof events) < 0) return;
}

int platform_input_grab(int device, int is_grabbed) {
  return ioctl(device, EVIOCGRAB, (void *)(long)is_grabbed);
}

int platform_input_waiter(void) { return epoll_create1(EPOLL_CLOEXEC); }

int platform_input_watch(int waiter, int descriptor, enum platform_input_watch how) {
  struct epoll_event event = {.data.fd = descriptor};
  switch (how) {
  case PLATFORM_WATCH_INPUT: event.events = EPOLLIN; break;
  case PLATFORM_WATCH_NEW: event.events = EPOLLIN | EPOLLET; break;
  case PLATFORM_WATCH_NOTICE: event.events = EPOLLPRI; break;
  }
  return epoll_ctl(waiter, EPOLL_CTL_ADD, descriptor, &event);
}

void platform_input_unwatch(int waiter, int descriptor) {
  struct epoll_event none = {0};
  epoll_ctl(waiter, EPOLL_CTL_DEL, descriptor, &none);
}

int platform_input_next(int waiter) {
  struct epoll_event event;
  return epoll_wait(waiter, &event, 1, 0) > 0 ? event.data.fd : -1;
}

int platform_input_watch_folder(const char *folder) {
  int descriptor = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (descriptor >= 0 && inotify_add_watch(descriptor, folder, IN_CREATE | IN_ATTRIB) < 0) {
    close(descriptor);
    descriptor = -1;
  }
  return descriptor;
}

int platform_show_console(int terminal, int number) { return ioctl(terminal, VT_ACTIVATE, number); }
