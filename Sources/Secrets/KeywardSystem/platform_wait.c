#include "platform_wait.h"

#include <errno.h>
#include <time.h>

enum {
  /// The cause of a refusal, such as too little memory, may be temporary.
  MOST_REFUSALS = 8,
};

long platform_milliseconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000L + time.tv_nsec / 1000000L;
}

int platform_wait_all(struct pollfd *list, nfds_t count, long end) {
  int before = errno;
  int ready;
  int refusals = 0;
  do {
    long left = end == PLATFORM_NEVER ? -1 : end - platform_milliseconds_now();
    if (end != PLATFORM_NEVER && left < 0) left = 0;
    ready = poll(list, count, left > INT_MAX ? INT_MAX : (int)left);
    if (ready < 0 && errno != EINTR) refusals++;
  } while (ready < 0 && refusals < MOST_REFUSALS);
  for (nfds_t i = 0; ready < 0 && i < count; i++) list[i].revents = POLLNVAL;
  errno = before;
  return ready < 0 ? (int)count : ready;
}

short platform_wait(int descriptor, short events, long end) {
  struct pollfd one = {.fd = descriptor, .events = events};
  return platform_wait_all(&one, 1, end) > 0 ? one.revents : 0;
}
