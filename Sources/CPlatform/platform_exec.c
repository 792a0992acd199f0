#define _GNU_SOURCE
#include "platform_exec.h"

#include <fcntl.h>
#include <unistd.h>

int platform_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

int platform_exec(const char *program, char *const *arguments, char *const *environment) {
  return execvpe(program, arguments, environment);
}

char **platform_environment(void) { return environ; }
