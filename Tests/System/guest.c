// The part of the boot tests that runs in the virtual machine: one static file.
//
//     guest                    the init of the unlocked disk: reports on the serial console, switches off
//     guest shell              a shell on the second serial line
//     guest device NAME SPEC…  an input device, which lives until standard input ends
//     guest look NAME          “taken” if another reads a device alone, and its lights that are on: num, caps
//     guest frame TEXT WORD…   the milliseconds from the start of a command to a text on the console, which then ends
//     guest font               the font of the console, and the characters it has
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/uinput.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/reboot.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int fail(const char *deed) {
  fprintf(stderr, "guest: %s: %s\n", deed, strerror(errno));
  return 1;
}

static void emit(int device, int type, int code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  if (write(device, &event, sizeof event) < 0) exit(fail("write"));
}

// SPEC: prop:N, key:N, led:N, rel:N, or abs:N:MIN:MAX. Then each line is "TYPE CODE VALUE", as in the kernel's events.
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
    } else if (sscanf(specs[i], "led:%d", &code) == 1) {
      ioctl(device, UI_SET_EVBIT, EV_LED);
      ioctl(device, UI_SET_LEDBIT, code);
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

static int look(const char *wanted) {
  for (int number = 0; number < 64; number++) {
    char path[32], name[80] = "";
    snprintf(path, sizeof path, "/dev/input/event%d", number);
    int device = open(path, O_RDONLY | O_NONBLOCK);
    if (device < 0) continue;
    ioctl(device, EVIOCGNAME(sizeof name - 1), name);
    if (!strcmp(name, wanted)) {
      unsigned char lights[8] = {0};
      ioctl(device, EVIOCGLED(sizeof lights), lights);
      const char *taken = ioctl(device, EVIOCGRAB, 1) != 0 && errno == EBUSY ? " taken" : "";
      printf("%s%s%s\n", taken, lights[0] & 1 ? " num" : "", lights[0] & 2 ? " caps" : "");
      return 0;
    }
    close(device);
  }
  errno = ENODEV;
  return fail(wanted);
}

static int shows(int screen, const char *text) {
  static char cells[65536];
  ssize_t count = pread(screen, cells, sizeof cells, 0);
  return count > 0 && memmem(cells, count, text, strlen(text)) != NULL;
}

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int frame(const char *text, char **words) {
  int console = open("/dev/tty0", O_RDWR | O_NOCTTY), screen = open("/dev/vcs", O_RDONLY);
  if (console < 0 || screen < 0) return fail("the console");
  // All processes of the command are waited for, so that none draws later.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (write(console, "\33c", 2) != 2) return fail("clearing the screen");
  struct pollfd change = {.fd = screen, .events = POLLPRI};
  while (shows(screen, text)) poll(&change, 1, 1000);
  long begin = milliseconds();
  pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    execvp(words[0], words);
    _exit(127);
  }
  while (!shows(screen, text) && milliseconds() - begin < 60000) poll(&change, 1, 1000);
  printf("%ld\n", milliseconds() - begin);
  // askpass ends by no other signal.
  kill(-child, SIGKILL);
  while (wait(NULL) > 0 || errno == EINTR) {
  }
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
  tcdrain(serial);
  return reboot(RB_POWER_OFF);
}

int main(int count, char **words) {
  setvbuf(stdout, NULL, _IOFBF, 65536);
  if (getpid() == 1) return init();
  if (count > 2 && !strcmp(words[1], "device")) return device(count - 2, words + 2);
  if (count == 3 && !strcmp(words[1], "look")) return look(words[2]);
  if (count > 3 && !strcmp(words[1], "frame")) return frame(words[2], words + 3);
  if (count == 2 && !strcmp(words[1], "shell")) return shell();
  if (count == 2 && !strcmp(words[1], "font")) return font();
  return 64;
}
