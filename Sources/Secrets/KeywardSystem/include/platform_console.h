// The font of a Linux console.

#ifndef PLATFORM_CONSOLE_H
#define PLATFORM_CONSOLE_H

#include <stdint.h>

int platform_is_console(int descriptor);

struct platform_font_size {
  int width;
  int height;
};

/// Returns the glyph size of the console's font in pixels, 0 by 0 if it is unknown.
struct platform_font_size platform_console_font_size(int descriptor);

struct platform_glyph {
  uint16_t character;
  uint16_t place;
};

enum {
  /// The maximum number of entries in a font's map.
  PLATFORM_MOST_GLYPHS = 8192,
  PLATFORM_FONT_GLYPHS = 512,
  /// The maximum width and height of a glyph in pixels.
  PLATFORM_FONT_SIDE = 32,
};

/// Copies the map of the console's font. Returns the number of entries, or -1 on failure, for
/// example if there are more than `most`.
int platform_console_map(int descriptor, struct platform_glyph *glyphs, int most);

/// Keeps a font for `platform_console_load`, in memory that is shared with a restore helper started
/// later. Each glyph has PLATFORM_FONT_SIDE rows of whole bytes.
int platform_console_keep(
    int width, int height, int count, const unsigned char *rows, const struct platform_glyph *glyphs,
    int entries);

/// Copies the map and the cell size of the kept font. Returns the number of entries, 0 if no font
/// is kept, or -1 if there are more than `most`.
int platform_console_kept(struct platform_font_size *cell, struct platform_glyph *glyphs, int most);

/// Loads the kept font, if any, and saves the previous one. Returns 0, or -1 with `errno` if the
/// console still has the previous font.
int platform_console_load(int descriptor);

/// Restores the previous font if ours is loaded; async-signal-safe.
void platform_console_restore(int descriptor);

#endif
