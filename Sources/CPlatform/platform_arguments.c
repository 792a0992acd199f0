#include "platform_arguments.h"

#include <elf.h>
#include <stddef.h>
#include <sys/auxv.h>

static int count;
static char *const *words;

/// The C library passes these to functions that run before main.
__attribute__((constructor)) static void take(int given, char **arguments, char **environment) {
  (void)environment;
  count = given;
  words = arguments;
}

int platform_argument_count(void) { return words == NULL ? 0 : count; }

const char *platform_argument(int place) {
  return place >= 0 && place < platform_argument_count() ? words[place] : NULL;
}

// Before main, Swift's runtime also looks for the words, in /proc/self/maps, which takes a
// thirtieth of a start. A linker takes the first definition it meets; these return the C library's
// words.
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
