// Calls for becoming another program, hidden from Swift.

#ifndef PLATFORM_EXEC_H
#define PLATFORM_EXEC_H

/// Makes a pipe, reading end first; both ends do not block and are closed by exec. Returns 0, or -1
/// with `errno`.
int platform_pipe(int ends[2]);

/// Becomes `program`, searched for in PATH, with this environment; returns -1 with `errno`.
int platform_exec(
    const char *program, char *const *arguments, char *const *environment);

/// The environment of this process, ending with NULL.
char **platform_environment(void);

#endif
