// The font of a Linux console.

#ifndef PLATFORM_CONSOLE_H
#define PLATFORM_CONSOLE_H

struct platform_font_size {
  int width;
  int height;
};

/// The pixels of a cell of the console behind a descriptor; 0 for any other terminal.
struct platform_font_size platform_console_font_size(int descriptor);

#endif
