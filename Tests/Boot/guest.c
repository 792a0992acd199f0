// The part of the boot tests that runs in the virtual machine: one static file.
//
//     guest                    the init of the unlocked disk: says so on the serial console, switches off
//     guest shell              a shell on the second serial line
//     guest device NAME SPEC…  an input device, which lives until standard input ends
//     guest font               the font of the console, and the characters it has
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <termios.h>
#include <unistd.h>

static int fail(const char *deed) {
  fprintf(stderr, "guest: %s: %s\n", deed, strerror(errno));
  return 1;
}

static void emit(int device, int type, int code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  if (write(device, &event, sizeof event) < 0) exit(fail("write"));
}

// SPEC: prop:N, key:N, rel:N, or abs:N:MIN:MAX. Then each line is "TYPE CODE VALUE", as in the kernel's events.
static int device(int count, char **specs) {
  int device = open("/dev/uinput", O_WRONLY);
  if (device < 0) return fail("/dev/uinput");
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .vendor = 0x4b57, .product = 1}};
  snprintf(setup.name, sizeof setup.name, "%s", specs[0]);
  for (int i = 1; i < count; i++) {
    int code, least, most;
    if (sscanf(specs[i], "prop:%d", &code) == 1) {
      ioctl(device, UI_SET_PROPBIT, code);
    } else if (sscanf(specs[i], "key:%d", &code) == 1) {
      ioctl(device, UI_SET_EVBIT, EV_KEY);
      ioctl(device, UI_SET_KEYBIT, code);
    } else if (sscanf(specs[i], "rel:%d", &code) == 1) {
      ioctl(device, UI_SET_EVBIT, EV_REL);
      ioctl(device, UI_SET_RELBIT, code);
    } else if (sscanf(specs[i], "abs:%d:%d:%d", &code, &least, &most) == 3) {
      struct uinput_abs_setup axis = {.code = code, .absinfo = {.minimum = least, .maximum = most}};
      ioctl(device, UI_SET_EVBIT, EV_ABS);
      ioctl(device, UI_ABS_SETUP, &axis);
    } else {
      fprintf(stderr, "guest: “%s” is not a part of a device\n", specs[i]);
      return 64;
    }
  }
  if (ioctl(device, UI_DEV_SETUP, &setup) < 0 || ioctl(device, UI_DEV_CREATE) < 0)
    return fail("creating the device");
  int type, code, value;
  while (scanf("%d %d %d", &type, &code, &value) == 3) emit(device, type, code, value);
  return 0;
}

// One line with height, width and count; a line of hexadecimal rows for each glyph; then "CHARACTER GLYPH" lines.
static int font(void) {
  static unsigned char rows[65536];
  static struct unipair pairs[65535];
  int console = open("/dev/tty0", O_RDWR | O_NOCTTY);
  struct console_font_op operation = {
      .op = KD_FONT_OP_GET, .width = 32, .height = 32, .charcount = 512, .data = rows};
  if (console < 0 || ioctl(console, KDFONTOP, &operation) < 0) return fail("the font");
  int row_bytes = (operation.width + 7) / 8;
  printf("%u %u %u\n", operation.height, operation.width, operation.charcount);
  for (unsigned glyph = 0; glyph < operation.charcount; glyph++, puts(""))
    for (unsigned i = 0; i < operation.height * row_bytes; i++) printf("%02x", rows[glyph * 32 * row_bytes + i]);
  struct unimapdesc map = {.entry_ct = 65535, .entries = pairs};
  if (ioctl(console, GIO_UNIMAP, &map) < 0) return fail("the characters of the font");
  for (unsigned i = 0; i < map.entry_ct; i++) printf("%u %u\n", pairs[i].unicode, pairs[i].fontpos);
  return 0;
}

static int shell(void) {
  int serial = open("/dev/ttyS1", O_RDWR | O_NOCTTY);
  struct termios settings;
  if (serial < 0 || tcgetattr(serial, &settings) < 0) return fail("/dev/ttyS1");
  cfmakeraw(&settings);
  tcsetattr(serial, TCSANOW, &settings);
  setsid();
  for (int stream = 0; stream < 3; stream++) dup2(serial, stream);
  // An interactive shell would edit the lines, and show them.
  execl("/bin/sh", "sh", "-c",
        "while IFS= read -r line; do (exit $status); eval \"$line\"; status=$?; done", NULL);
  return fail("sh");
}

static int init(void) {
  mount("dev", "/dev", "devtmpfs", 0, NULL);
  int serial = open("/dev/ttyS0", O_WRONLY | O_NOCTTY);
  dprintf(serial, "\nkeyward-test: the disk is unlocked\n");
  sync();
  sleep(1);
  return reboot(RB_POWER_OFF);
}

int main(int count, char **words) {
  setvbuf(stdout, NULL, _IOFBF, 65536);
  if (getpid() == 1) return init();
  if (count > 2 && !strcmp(words[1], "device")) return device(count - 2, words + 2);
  if (count == 2 && !strcmp(words[1], "shell")) return shell();
  if (count == 2 && !strcmp(words[1], "font")) return font();
  return 64;
}
