#define _GNU_SOURCE
#include "platform_lending.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "platform_file.h"

enum { WAITING_CONNECTIONS = 32 };

/// The maximum number of files in a message (SCM_MAX_FD); all are received, so that they can be
/// closed.
enum { FOREIGN_FILES = 253 };

// Newer than the headers of some systems (Linux 6.16).
#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif

/// Replaces a descriptor below 3 with a higher one. If a standard stream is closed, the kernel
/// gives the number of that stream to a new descriptor.
static int moved(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  int other = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  platform_close_keeping_errno(descriptor);
  return other;
}

static int make(const char *path, struct sockaddr_un *address) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address->sun_path, path);
  return moved(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

int platform_lending_listen(const char *path) {
  struct sockaddr_un address;
  int result = make(path, &address);
  if (result < 0) return -1;
  if (bind(result, (struct sockaddr *)&address, sizeof address) != 0) {
    return platform_close_keeping_errno(result);
  }
  if (chmod(path, S_IRUSR | S_IWUSR) != 0 || listen(result, WAITING_CONNECTIONS) != 0) {
    return platform_close_keeping_errno(result);
  }
  return result;
}

void platform_lending_take_no_files(int socket) {
  int none = 0;
  setsockopt(socket, SOL_SOCKET, SO_PASSRIGHTS, &none, sizeof none);
}

int platform_lending_connect(const char *path) {
  struct sockaddr_un address;
  int result = make(path, &address);
  if (result < 0) return -1;
  if (connect(result, (struct sockaddr *)&address, sizeof address) == 0) return result;
  return platform_close_keeping_errno(result);
}

int platform_lending_accept(int socket) {
  return moved(accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK));
}

int platform_lending_peer(int connection, unsigned *user, int *process) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *user = peer.uid;
  *process = peer.pid;
  return 0;
}

int platform_lending_send(int connection, const void *bytes, size_t count, int file) {
  union {
    struct cmsghdr header;
    unsigned char bytes[CMSG_SPACE(sizeof(int))];
  } rights;
  memset(&rights, 0, sizeof rights);
  struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (file >= 0) {
    rights.header = (struct cmsghdr){
        .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof(int))};
    memcpy(CMSG_DATA(&rights.header), &file, sizeof file);
    message.msg_control = &rights;
    message.msg_controllen = sizeof rights.bytes;
  }
  ssize_t result;
  do {
    result = sendmsg(connection, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (result < 0 && errno == EINTR);
  return result == (ssize_t)count ? 0 : -1;
}

long platform_lending_receive(int connection, void *room, size_t size, int *file) {
  union {
    struct cmsghdr header;
    unsigned char bytes[CMSG_SPACE(FOREIGN_FILES * sizeof(int))];
  } rights;
  struct iovec part = {.iov_base = room, .iov_len = size};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &rights, .msg_controllen = sizeof rights};
  *file = -1;
  ssize_t result;
  do {
    result = recvmsg(connection, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return -1;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
      int found;
      memcpy(&found, CMSG_DATA(header) + i * sizeof found, sizeof found);
      if (*file < 0) {
        *file = moved(found);
      } else {
        close(found);
      }
    }
  }
  if (!(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) return result;
  if (*file >= 0) close(*file);
  *file = -1;
  errno = EMSGSIZE;
  return -1;
}
