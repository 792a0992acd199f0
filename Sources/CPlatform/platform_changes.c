#include "platform_changes.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

int platform_watch_changes(int terminal) {
  int descriptor = epoll_create1(EPOLL_CLOEXEC);
  if (descriptor < 0) return -1;
  struct epoll_event event = {.events = EPOLLOUT | EPOLLET};
  if (epoll_ctl(descriptor, EPOLL_CTL_ADD, terminal, &event) == 0) return descriptor;
  int code = errno;
  close(descriptor);
  errno = code;
  return -1;
}

int platform_take_changes(int descriptor) {
  struct epoll_event event;
  return epoll_wait(descriptor, &event, 1, 0) > 0;
}
