// Carries out commands on a keyboard, a byte at a time, and waits in between. usage: holding
// LAYOUT-FILE A printable character: presses its key. Tab: hash, verify, seal and open. Line feed:
// prints the number of characters. Delete (127): wipes the text. Other bytes: destroys the keyboard.

#define _GNU_SOURCE
#include <unistd.h>

#include "host.h"

static double now = 1;

static void use(kw_keyboard *keyboard) {
  char hash[128], sealed[256];
  CHECK(kw_hash(keyboard, hash, sizeof hash) == 0 && kw_verify(keyboard, hash) == 1);
  int64_t size = kw_seal(keyboard, sealed, sizeof sealed);
  CHECK(size > 40 && kw_count(keyboard) == 0 && kw_open(keyboard, sealed, (size_t)size) == 0);
}

int main(int count, char **arguments) {
  CHECK(count == 2);
  kw_keyboard *keyboard = shown((kw_options){.layout_file = arguments[1]});
  for (char byte[2] = ""; read(0, byte, 1) == 1; byte[0] = 0) {
    switch (byte[0]) {
      case '\t': use(keyboard); break;
      case '\n': printf("%zu\n", kw_count(keyboard)), fflush(stdout); break;
      case 127: kw_clear(keyboard); break;
      case 1: kw_destroy(keyboard); break;
      default:
        if (byte[0] >= 'A' && byte[0] <= 'Z') {
          CHECK(tap(keyboard, "shift", now += 0.5) == 0);
          byte[0] += 'a' - 'A';
        }
        CHECK(tap(keyboard, byte, now += 0.5) == 0);
    }
  }
  puts("well");
}
