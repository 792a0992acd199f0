// The font of a Linux console.

#ifndef PLATFORM_CONSOLE_H
#define PLATFORM_CONSOLE_H

#include <stdint.h>

/// True if an open terminal is a console of the kernel.
int platform_is_console(int descriptor);

struct platform_font_size {
  int width;
  int height;
};

/// The pixels of a cell of a console; 0 if they are not known.
struct platform_font_size platform_console_font_size(int descriptor);

/// A character and the place of its glyph in a font.
struct platform_glyph {
  uint16_t character;
  uint16_t place;
};

enum {
  /// The most entries of a font's map, and the most glyphs and pixels of a font.
  PLATFORM_MOST_GLYPHS = 8192,
  PLATFORM_FONT_GLYPHS = 512,
  PLATFORM_FONT_SIDE = 32,
};

/// Reads the map of a console's font into room for `most` entries. Returns their number, or -1 if
/// they are more.
int platform_console_map(int descriptor, struct platform_glyph *glyphs, int most);

/// Keeps a font for `platform_console_load`, in memory that a restore helper started later shares. A row
/// of a glyph has whole bytes, and a glyph `PLATFORM_FONT_SIDE` rows. Returns 0, or -1 with `errno`.
int platform_console_keep(
    int width, int height, int count, const unsigned char *rows, const struct platform_glyph *glyphs,
    int entries);

/// Copies the map of the kept font into room for `most` entries, and the pixels of its cell. Returns the
/// number of entries, 0 if no font is kept, or -1 if they are more.
int platform_console_kept(struct platform_font_size *cell, struct platform_glyph *glyphs, int most);

/// Loads the kept font on a console, unless there is none, or it is loaded; the font of before is kept,
/// too. Returns 0, or -1 with `errno` if the console has the font of before.
int platform_console_load(int descriptor);

/// Puts the font of before back if ours is loaded; signal handlers and the helper may do so.
void platform_console_restore(int descriptor);

#endif
