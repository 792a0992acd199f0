// Local sockets on which terminals are lent: messages of a bounded size, one of which has a descriptor.
// Swift imports neither control messages nor the credentials of a peer.

#ifndef PLATFORM_LENDING_H
#define PLATFORM_LENDING_H

#include <stddef.h>

/// The most bytes of a message.
enum { PLATFORM_LENDING_BYTES = 4096 };

/// Makes a socket at a path, for this user alone, or connects to the one there. Nothing blocks, and the
/// descriptor is not that of a standard stream. Returns it, or -1 with `errno`.
int platform_lending_listen(const char *path);
int platform_lending_connect(const char *path);

/// Accepts a connection; -1 with `errno`.
int platform_lending_accept(int socket);

/// The user and the process at the other end, as they were when it was connected; -1 if they are not
/// known.
int platform_lending_peer(int connection, unsigned *user, int *process);

/// Sends a message, with an open file unless `file` is -1. Returns 0, or -1 with `errno`.
int platform_lending_send(int connection, const void *bytes, size_t count, int file);

/// Receives a message and the file that came with it, -1 for none; any further file is closed. Returns
/// the number of bytes, 0 at the end, or -1 with `errno`: EMSGSIZE for a message that is too long.
long platform_lending_receive(int connection, void *room, size_t size, int *file);

#endif
