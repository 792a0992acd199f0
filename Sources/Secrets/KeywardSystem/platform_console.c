#include "platform_console.h"

#include <linux/kd.h>
#include <sys/ioctl.h>

struct platform_font_size platform_console_font_size(int descriptor) {
  struct console_font_op operation = {
      .op = KD_FONT_OP_GET, .width = 64, .height = 128, .charcount = 512};
  struct platform_font_size none = {0, 0};
  if (ioctl(descriptor, KDFONTOP, &operation) != 0) return none;
  return (struct platform_font_size){(int)operation.width, (int)operation.height};
}
