/* Raises SIGTERM in the call named by `SIGNAL_IN`; in `tcsetattr` once the terminal echoes
   again. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>
static void arrive(const char *call) {
  const char *place = getenv("SIGNAL_IN");
  if (place != NULL && strcmp(place, call) == 0) kill(getpid(), SIGTERM);
}
int dup2(int from, int to) {
  int (*next)(int, int) = dlsym(RTLD_NEXT, "dup2");
  arrive("dup2");
  return next(from, to);
}
int tcsetattr(int file, int actions, const struct termios *settings) {
  int (*next)(int, int, const struct termios *) = dlsym(RTLD_NEXT, "tcsetattr");
  int result = next(file, actions, settings);
  if (settings->c_lflag & ECHO) arrive("tcsetattr");
  return result;
}
int execvpe(const char *program, char *const arguments[], char *const environment[]) {
  int (*next)(const char *, char *const[], char *const[]) = dlsym(RTLD_NEXT, "execvpe");
  arrive("execvpe");
  return next(program, arguments, environment);
}
