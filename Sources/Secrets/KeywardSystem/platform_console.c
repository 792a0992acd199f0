#include "platform_console.h"

#include <errno.h>
#include <linux/kd.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "platform_device.h"

enum { CONSOLES_MAJOR = 4, LAST_CONSOLE = 63 };

int platform_is_console(int descriptor) {
  struct platform_device device = platform_real_device(descriptor);
  return device.major == CONSOLES_MAJOR && device.minor >= 1 && device.minor <= LAST_CONSOLE;
}

struct platform_font_size platform_console_font_size(int descriptor) {
  struct console_font_op operation = {
      .op = KD_FONT_OP_GET, .width = 64, .height = 128, .charcount = 512};
  struct platform_font_size none = {0, 0};
  if (ioctl(descriptor, KDFONTOP, &operation) != 0) return none;
  return (struct platform_font_size){(int)operation.width, (int)operation.height};
}

int platform_console_map(int descriptor, struct platform_glyph *glyphs, int most) {
  _Static_assert(sizeof(struct platform_glyph) == sizeof(struct unipair), "same layout as in the kernel");
  struct unimapdesc map = {.entry_ct = (unsigned short)most, .entries = (struct unipair *)glyphs};
  if (ioctl(descriptor, GIO_UNIMAP, &map) != 0) return -1;
  return map.entry_ct;
}

struct font {
  int width;
  int height;
  int count;
  int entries;
  struct platform_glyph glyphs[PLATFORM_MOST_GLYPHS];
  unsigned char rows[PLATFORM_FONT_GLYPHS * PLATFORM_FONT_SIDE * PLATFORM_FONT_SIDE / 8];
};

/// The fonts, in memory shared with the restore helper.
static struct fonts {
  struct font ours;
  struct font former;
  atomic_bool is_loaded;
} *fonts;

int platform_console_keep(
    int width, int height, int count, const unsigned char *rows, const struct platform_glyph *glyphs,
    int entries) {
  size_t size = (size_t)count * PLATFORM_FONT_SIDE * (size_t)((width + 7) / 8);
  if (size > sizeof fonts->ours.rows || entries > PLATFORM_MOST_GLYPHS) {
    errno = EFBIG;
    return -1;
  }
  if (fonts == NULL) {
    void *shared =
        mmap(NULL, sizeof *fonts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return -1;
    fonts = shared;
  }
  struct font *ours = &fonts->ours;
  ours->width = width;
  ours->height = height;
  ours->count = count;
  ours->entries = entries;
  memcpy(ours->rows, rows, size);
  memcpy(ours->glyphs, glyphs, (size_t)entries * sizeof *glyphs);
  return 0;
}

int platform_console_kept(struct platform_font_size *cell, struct platform_glyph *glyphs, int most) {
  if (fonts == NULL) return 0;
  const struct font *ours = &fonts->ours;
  if (ours->entries > most) return -1;
  *cell = (struct platform_font_size){ours->width, ours->height};
  memcpy(glyphs, ours->glyphs, (size_t)ours->entries * sizeof *glyphs);
  return ours->entries;
}

static int get(int descriptor, struct font *font) {
  struct console_font_op operation = {
      .op = KD_FONT_OP_GET,
      .width = PLATFORM_FONT_SIDE,
      .height = PLATFORM_FONT_SIDE,
      .charcount = PLATFORM_FONT_GLYPHS,
      .data = font->rows};
  if (ioctl(descriptor, KDFONTOP, &operation) != 0) return -1;
  font->width = (int)operation.width;
  font->height = (int)operation.height;
  font->count = (int)operation.charcount;
  font->entries = platform_console_map(descriptor, font->glyphs, PLATFORM_MOST_GLYPHS);
  return font->entries < 0 ? -1 : 0;
}

static int set(int descriptor, struct font *font) {
  // The helper does not trust these numbers: with wrong ones the kernel would read past the rows.
  int width = font->width, height = font->height, count = font->count, entries = font->entries;
  if (width < 1 || width > PLATFORM_FONT_SIDE || height < 1 || height > PLATFORM_FONT_SIDE ||
      count < 1 || count > PLATFORM_FONT_GLYPHS || entries < 0 || entries > PLATFORM_MOST_GLYPHS) {
    errno = EINVAL;
    return -1;
  }
  struct console_font_op operation = {
      .op = KD_FONT_OP_SET,
      .width = (unsigned)width,
      .height = (unsigned)height,
      .charcount = (unsigned)count,
      .data = font->rows};
  struct unimapinit plain = {0, 0, 0};
  struct unimapdesc map = {
      .entry_ct = (unsigned short)entries, .entries = (struct unipair *)font->glyphs};
  if (ioctl(descriptor, KDFONTOP, &operation) != 0) return -1;
  if (ioctl(descriptor, PIO_UNIMAPCLR, &plain) != 0) return -1;
  return ioctl(descriptor, PIO_UNIMAP, &map);
}

int platform_console_load(int descriptor) {
  if (fonts == NULL || atomic_load(&fonts->is_loaded)) return 0;
  if (get(descriptor, &fonts->former) != 0) return -1;
  // Recorded first, since the process may be killed halfway through.
  atomic_store(&fonts->is_loaded, true);
  if (set(descriptor, &fonts->ours) == 0) return 0;
  int code = errno;
  platform_console_restore(descriptor);
  errno = code;
  return -1;
}

void platform_console_restore(int descriptor) {
  if (fonts == NULL || !atomic_exchange(&fonts->is_loaded, false)) return;
  int before = errno;
  set(descriptor, &fonts->former);
  errno = before;
}
