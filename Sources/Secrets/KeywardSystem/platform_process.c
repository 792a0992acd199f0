#define _GNU_SOURCE
#include "platform_process.h"

#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// SYS_close_range is missing from some C libraries that this is built with.
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

/// Closes all descriptors listed in `/proc` except two; returns false if there is no `/proc`.
static bool close_listed_but(int kept, int other) {
  DIR *list = opendir("/proc/self/fd");
  if (list == NULL) return false;
  for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
    int number = atoi(entry->d_name);
    bool is_number = entry->d_name[0] != '.';
    bool is_kept = number == kept || number == other || number == dirfd(list);
    if (is_number && !is_kept) close(number);
  }
  closedir(list);
  return true;
}

/// Closes the descriptors from `first` to `last`; returns true if that succeeds or there are none.
static bool close_between(long first, long last) {
  return first > last || syscall(SYS_close_range, (unsigned)first, (unsigned)last, 0U) == 0;
}

void platform_close_all_but(int kept, int other) {
  long low = other >= 0 && other < kept ? other : kept, high = other > kept ? other : kept;
  bool is_done = close_between(high + 1, UINT_MAX) && close_between(0, low - 1) &&
                 close_between(low + 1, high - 1);
  if (is_done || close_listed_but(kept, other)) return;
  enum { MOST = 65536 };
  struct rlimit limit = {.rlim_cur = MOST};
  getrlimit(RLIMIT_NOFILE, &limit);
  int end = limit.rlim_cur < MOST ? (int)limit.rlim_cur : MOST;
  for (int number = 0; number < end; number++) {
    if (number != kept && number != other) close(number);
  }
}

enum { FIRST_REAL_TIME = 32 };

/// The signals that the parent ignored: bit N for signal N.
static uint32_t ignored;

static bool is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Records the signals that the parent ignored.
///
/// Priority 101 runs this before the other constructors of the program, which could change signals.
__attribute__((constructor(101))) static void note_ignored(void) {
  for (int number = 1; number < FIRST_REAL_TIME; number++) {
    if (is_ignored(number)) ignored |= UINT32_C(1) << number;
  }
}

int platform_was_ignored(int number) {
  if (number <= 0 || number >= NSIG) return false;
  // This process does not change whether real-time signals are ignored.
  return number < FIRST_REAL_TIME ? ignored >> number & 1 : is_ignored(number);
}

enum { MOST_TRIES = 3 };

int platform_change_action(int number, const struct sigaction *action, struct sigaction *before) {
  int result = -1;
  for (int tries = 0; tries < MOST_TRIES && result != 0; tries++) {
    result = sigaction(number, action, before);
  }
  return result;
}

static int set(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigemptyset(&action.sa_mask);
  return platform_change_action(number, &action, NULL);
}

int platform_reset_crash_signals(void) {
  static const int numbers[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGQUIT};
  int result = 0;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    // A parent that ignored QUIT wants the program to continue.
    if (numbers[i] == SIGQUIT && platform_was_ignored(SIGQUIT)) continue;
    if (set(numbers[i], SIG_DFL) != 0) result = -1;
  }
  return result;
}

int platform_change_mask(int how, const sigset_t *set, sigset_t *before) {
  if (before != NULL) sigemptyset(before);
  int result = -1;
  for (int tries = 0; tries < MOST_TRIES && result != 0; tries++) {
    result = sigprocmask(how, set, before);
  }
  return result;
}

void platform_restore_signals(const sigset_t *mask) {
  for (int number = 1; number < NSIG; number++) {
    set(number, platform_was_ignored(number) ? SIG_IGN : SIG_DFL);
  }
  platform_change_mask(SIG_SETMASK, mask, NULL);
}

int platform_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

int platform_exec(const char *program, char *const *arguments, char *const *environment) {
  return execvpe(program, arguments, environment);
}

char **platform_environment(void) { return environ; }

static int count;
static char *const *words;

/// Stores the program's arguments, which the C library passes to every constructor.
__attribute__((constructor)) static void take(int given, char **arguments, char **environment) {
  (void)environment;
  count = given;
  words = arguments;
}

int platform_argument_count(void) { return words == NULL ? 0 : count; }

const char *platform_argument(int place) {
  return place >= 0 && place < platform_argument_count() ? words[place] : NULL;
}

// These replace functions of Swift's runtime, since the linker takes the first definition that it
// finds. Before main, the originals search /proc/self/maps for the arguments, which takes a
// thirtieth of the startup time.
char **_swift_stdlib_getUnsafeArgvArgc(int *given);
void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int given);

char **_swift_stdlib_getUnsafeArgvArgc(int *given) {
  static char *none[] = {NULL};
  *given = platform_argument_count();
  return *given > 0 ? (char **)words : none;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int given) {
  count = given;
  words = arguments;
}

int platform_has_foreign_rights(void) { return getauxval(AT_SECURE) != 0; }

const char *platform_executed_path(void) { return (const char *)getauxval(AT_EXECFN); }

// Swift's runtime calls this at every start for the path of the program that prints crash
// backtraces. This version returns none, since backtraces could show typed text. The original
// searches eight folders, and ends a statically linked program if there is no /proc.
char *swift_copyAuxiliaryExecutablePath(const char *name);

char *swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return 0;
}

_Noreturn void platform_end_by(int number) {
  signal(number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  raise(number);
  platform_change_mask(SIG_UNBLOCK, &only, NULL);
  // Reached if the signal does not end a process, or the kernel refuses it.
  _exit(128 + number);
}

const int platform_faults[PLATFORM_FAULTS] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};

int platform_hold_signals(sigset_t *mask) {
  sigset_t held;
  sigfillset(&held);
  // A blocked fault would end the process by its default action, without wiping.
  for (size_t i = 0; i < PLATFORM_FAULTS; i++) sigdelset(&held, platform_faults[i]);
  return platform_change_mask(SIG_BLOCK, &held, mask);
}

void platform_release_signals(const sigset_t *mask) {
  platform_change_mask(SIG_SETMASK, mask, NULL);
}

static pid_t waiting_parent;

void platform_note_waiting_parent(int parent) { waiting_parent = parent; }

int platform_has_lost_parent(void) { return waiting_parent != 0 && getppid() != waiting_parent; }
