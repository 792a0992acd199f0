// Local sockets for lending terminals: messages of bounded size, one of which carries a descriptor.
// Swift imports neither control messages nor peer credentials.

#ifndef PLATFORM_LENDING_H
#define PLATFORM_LENDING_H

#include <stddef.h>

enum { PLATFORM_LENDING_BYTES = 4096 };

// The next three functions return a nonblocking descriptor above those of the standard streams, or
// -1 with `errno`.

/// Creates a listening socket that only this user can connect to.
int platform_lending_listen(const char *path);

int platform_lending_connect(const char *path);

int platform_lending_accept(int socket);

/// Makes the kernel refuse file descriptors that are sent to a socket or its later connections,
/// since closing a descriptor can block. Kernels before 6.16 cannot.
void platform_lending_take_no_files(int socket);

/// Gets the user and the process at the other end, as of the time it connected; -1 if they are
/// unknown.
int platform_lending_peer(int connection, unsigned *user, int *process);

int platform_lending_send(int connection, const void *bytes, size_t count, int file);

/// Receives a message and the file descriptor sent with it, or -1 if there is none. Any further
/// descriptors are closed. Returns the number of bytes, 0 if the connection was closed, or -1 with
/// `errno`, which is EMSGSIZE if the message is too long.
long platform_lending_receive(int connection, void *room, size_t size, int *file);

#endif
