/* Stops the process where it throws away output that a terminal has not taken. */
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
int tcflush(int file, int queue) {
  if (queue == TCOFLUSH) raise(SIGSTOP);
  return ioctl(file, TCFLSH, queue);
}
