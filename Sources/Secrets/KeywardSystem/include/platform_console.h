// The font of a Linux console.

#ifndef PLATFORM_CONSOLE_H
#define PLATFORM_CONSOLE_H

#include <stdint.h>

/// True if an open terminal is a Linux virtual console.
int platform_is_console(int descriptor);

struct platform_font_size {
  int width;
  int height;
};

/// The size of a console's cell in pixels; zero if unknown.
struct platform_font_size platform_console_font_size(int descriptor);

/// A character and the index of its glyph in a font.
struct platform_glyph {
  uint16_t character;
  uint16_t place;
};

enum {
  /// The maximum number of entries in a font's map; the next two limits are those of glyphs in a
  /// font, and of pixels in a glyph's width or height.
  PLATFORM_MOST_GLYPHS = 8192,
  PLATFORM_FONT_GLYPHS = 512,
  PLATFORM_FONT_SIDE = 32,
};

/// Reads the map of a console's font into `glyphs`, which has room for `most` entries. Returns the
/// number of entries, or -1 if there are more.
int platform_console_map(int descriptor, struct platform_glyph *glyphs, int most);

/// Keeps a font for `platform_console_load`, in memory that a restore helper started later shares. A
/// glyph has `PLATFORM_FONT_SIDE` rows, each of whole bytes. Returns 0, or -1 with `errno`.
int platform_console_keep(
    int width, int height, int count, const unsigned char *rows, const struct platform_glyph *glyphs,
    int entries);

/// Copies the map of the kept font into `glyphs`, which has room for `most` entries, and the size of
/// its cell in pixels into `cell`. Returns the number of entries, 0 if no font is kept, or -1 if there
/// are more.
int platform_console_kept(struct platform_font_size *cell, struct platform_glyph *glyphs, int most);

/// Loads the kept font on a console, unless no font is kept or it is already loaded, and saves the
/// previous font. Returns 0, or -1 with `errno` if the console still has the previous font.
int platform_console_load(int descriptor);

/// Restores the previous font if ours is loaded. Signal handlers and the restore helper may call it.
void platform_console_restore(int descriptor);

#endif
