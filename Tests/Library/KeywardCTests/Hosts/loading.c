// Loads the library several times, and two copies of it at once: it leaves no trace in its host.
//   usage: loading LIBRARY COPY

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <malloc.h>
#include <signal.h>
#include <time.h>

#include "host.h"

static struct sigaction dispositions[NSIG];

static void note_signals(void) {
  for (int number = 1; number < NSIG; number++) sigaction(number, NULL, &dispositions[number]);
}

static void check_signals(void) {
  for (int number = 1; number < NSIG; number++) {
    struct sigaction now;
    if (sigaction(number, NULL, &now) != 0) continue;
    CHECK(now.sa_handler == dispositions[number].sa_handler);
    CHECK(now.sa_flags == dispositions[number].sa_flags);
  }
  sigset_t mask;
  sigprocmask(SIG_SETMASK, NULL, &mask);
  for (int number = 1; number < NSIG; number++) CHECK(sigismember(&mask, number) != 1);
  stack_t stack;
  CHECK(sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE) != 0);
}

static int threads(void) {
  DIR *folder = opendir("/proc/self/task");
  int count = -2;
  while (readdir(folder) != NULL) count++;
  closedir(folder);
  return count;
}

/// A line of a file of /proc/self; the number in it for `VmLck:`, 1 for another one that is there.
static long line(const char *file, const char *word) {
  FILE *lines = fopen(file, "r");
  char text[512];
  long number = 0;
  while (number == 0 && fgets(text, sizeof text, lines) != NULL) {
    const char *place = strstr(text, word);
    if (place == NULL) continue;
    number = strcmp(word, "VmLck:") == 0 ? strtol(place + 6, NULL, 10) : 1;
    if (number == 0) break;
  }
  fclose(lines);
  return number;
}

static long locked(void) { return line("/proc/self/status", "VmLck:"); }

/// The bytes without a name and without access: the pages beside regions.
static long guards(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char text[512];
  long bytes = 0;
  while (fgets(text, sizeof text, maps) != NULL) {
    unsigned long start, end, node;
    char access[5];
    int count = sscanf(text, "%lx-%lx %4s %*x %*s %lu", &start, &end, access, &node);
    if (count == 4 && strcmp(access, "---p") == 0 && node == 0) bytes += (long)(end - start);
  }
  fclose(maps);
  return bytes;
}

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct library {
  void *handle;
  kw_keyboard *keyboard;
  __typeof__(&kw_create) create;
  __typeof__(&kw_destroy) destroy;
  __typeof__(&kw_show) show;
  __typeof__(&kw_seal) seal;
};

static struct library load(const char *path) {
  struct library library;
  double start = seconds();
  library.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  printf("dlopen %.2f ms", (seconds() - start) * 1000);
  if (library.handle == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(library.handle != NULL);
  *(void **)&library.create = dlsym(library.handle, "kw_create");
  *(void **)&library.destroy = dlsym(library.handle, "kw_destroy");
  *(void **)&library.show = dlsym(library.handle, "kw_show");
  *(void **)&library.seal = dlsym(library.handle, "kw_seal");
  start = seconds();
  library.keyboard = library.create(NULL, NULL, 0);
  printf(", kw_create %.2f ms\n", (seconds() - start) * 1000);
  CHECK(library.keyboard != NULL && library.show(library.keyboard, 0) == 0);
  char sealed[64];
  CHECK(library.seal(library.keyboard, sealed, sizeof sealed) == 40);
  CHECK(threads() == 1 && locked() > 0);
  check_signals();
  return library;
}

int main(int count, char **arguments) {
  CHECK(count == 3);
  note_signals();
  CHECK(locked() == 0 && threads() == 1);
  long before = guards();
  for (int round = 0; round < 4; round++) {
    struct library library = load(arguments[1]);
    // Objects that the host forgot go with the library.
    if (round % 2 == 0) library.destroy(library.keyboard);
    CHECK(dlclose(library.handle) == 0);
    CHECK(locked() == 0 && threads() == 1 && guards() == before);
    CHECK(line("/proc/self/maps", "libkeyward") == 0);
    check_signals();
  }
  // The heap keeps what the linker and Swift's runtime know of the types of a library: 6 KB each time.
  size_t before_rounds = mallinfo2().uordblks;
  for (int round = 0; round < 8; round++) {
    struct library library = load(arguments[1]);
    library.destroy(library.keyboard);
    CHECK(dlclose(library.handle) == 0);
  }
  CHECK(mallinfo2().uordblks - before_rounds < 8 * 8192);
  struct library one = load(arguments[1]), other = load(arguments[2]);
  CHECK(one.create != other.create && other.show(one.keyboard, 1) <= 0);
  one.destroy(one.keyboard);
  CHECK(dlclose(one.handle) == 0 && other.show(other.keyboard, 1) == 0 && locked() > 0);
  CHECK(dlclose(other.handle) == 0 && locked() == 0 && guards() == before);
  puts("well");
}
