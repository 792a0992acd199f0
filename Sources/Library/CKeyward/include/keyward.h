/*
 * keyward.h: a keyboard on any screen, which types into locked memory.
 *
 *   char error[256];
 *   kw_options options = {.size = sizeof options, .layout = "number", .panel_height = -1};
 *   kw_keyboard *pad = kw_create(&options, error, sizeof error);
 *   if (!pad) return puts(error), 1;
 *   kw_show(pad, now());
 *   ... kw_items() gives the items to draw and their frames, kw_press() takes the same coordinates,
 *       kw_next_frame() gives the time to call kw_advance() and to draw again ...
 *   if (kw_verify(pad, hash) == 1) open_the_door();
 *   kw_destroy(pad);
 *
 * Texts are UTF-8 and end with a NUL; lengths are points, frames are in screen coordinates with y
 * growing downwards. Times are seconds, from -4e9 to 4e9, of any clock of yours that does not go back; one
 * that goes back by more than a minute counts as a clock that began again: held keys are released and
 * animations end. The library reads no clock, never sleeps, starts no thread and leaves the signal
 * handling of the process alone (except for kw_harden()).
 *
 * Functions that return int give 0 for success and a code below 0 for a failure, which
 * kw_error_text() puts into words. Arguments are checked: a handle that is NULL, destroyed, or from
 * a process that forked this one gives KW_ERROR_HANDLE.
 *
 * Threads: any thread may call any function; a call waits until those of other threads have ended,
 * but other calls go on during kw_hash() and kw_verify(). Callbacks run in the thread that
 * made the call and may call every function, except that the callback of kw_with_bytes() must not
 * change its own keyboard. A callback must not wait for a call of another thread.
 */
#ifndef KEYWARD_H
#define KEYWARD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KW_VERSION_MAJOR 0
#define KW_VERSION_MINOR 2

/* ---- Values ---------------------------------------------------------------------------------- */

/* A keyboard; a handle, never a pointer to follow. */
typedef struct kw_keyboard kw_keyboard;

/* Host views around a keyboard; also a handle. */
typedef struct kw_scene kw_scene;

typedef struct { double x, y, width, height; } kw_rect;

/* The options of a keyboard. Set `size` to sizeof(kw_options); NULL and 0 are defaults. */
typedef struct {
  uint32_t size;
  const char *layout;      /* a name of `keyward layouts list`, or two to change between: "de,ru";
                              one without Latin letters is paired with latin-qwerty */
  const char *layout_file; /* or a file, which nobody but this user may write */
  const char *title;       /* brings a toolbar with Done, where you write it; empty: no toolbar */
  const char *panel;       /* letters, numbers, id-card, symbols */
  const char *allow;       /* the accepted characters; NULL: those of a pad, else all */
  const char *shuffle;     /* none, digits, all */
  double width, height;    /* the screen; both 0: 480 x 320 */
  uint32_t max_length;     /* in characters; 0: all that fit in 4080 bytes */
  double panel_height;     /* of the keys together; 0: by the width; below 0: fills the screen */
  int *code;               /* where kw_create() puts KW_DONE or its code; NULL: nowhere */
  const char *return_type; /* default, done, go, next, search, send, join, continue; NULL: done */
  const char *metrics;     /* the metrics profile: a name of `keyward layouts metrics` */
  const char *direction;   /* ltr, rtl */
} kw_options;

enum { KW_KIND_KEY = 0, KW_KIND_TOOLBAR = 1, KW_KIND_ALTERNATE = 2 };

enum {
  KW_ROLE_INPUT = 0, KW_ROLE_SHIFT = 1, KW_ROLE_ALTGR = 2, KW_ROLE_DELETE = 3, KW_ROLE_RETURN = 4,
  KW_ROLE_SPACE = 5, KW_ROLE_PANEL_LETTERS = 6, KW_ROLE_PANEL_SYMBOLS = 7,
  KW_ROLE_PANEL_NUMBERS = 8, KW_ROLE_PAGE_SYMBOLS = 9, KW_ROLE_PAGE_DIGITS = 10,
  KW_ROLE_WIDTH_HALF = 11, KW_ROLE_WIDTH_FULL = 12, KW_ROLE_NEXT_KEYBOARD = 13,
  KW_ROLE_DONE = 14, KW_ROLE_PANEL_ID_CARD = 15, KW_ROLE_OTHER = 255
};

/* A key drawn as pressed reveals itself to everybody who sees the screen: the choice is yours. */
enum { KW_STATE_PRESSED = 1, KW_STATE_SELECTED = 2 };

/* An item to draw. */
typedef struct {
  uint32_t size;
  uint32_t kind;  /* KW_KIND_ */
  uint32_t role;  /* KW_ROLE_ */
  uint32_t state; /* KW_STATE_, or-ed */
  kw_rect frame;  /* its present place */
  char id[32];    /* "q", "shift", "Done", the number of an alternate; cut at a character */
  char label[36]; /* the text on it; cut at a character */
} kw_item;

enum {
  KW_EVENT_WILL_SHOW = 0, KW_EVENT_DID_SHOW = 1, KW_EVENT_WILL_HIDE = 2, KW_EVENT_DID_HIDE = 3,
  KW_EVENT_WILL_CHANGE_FRAME = 4, KW_EVENT_DID_CHANGE_FRAME = 5,
  KW_EVENT_ORIENTATION = 6, /* value: 0 portrait, 1 landscape */
  KW_EVENT_PANEL = 7,       /* value: 0 letters, 1 numbers, 2 ID card, 3 symbols */
  KW_EVENT_LAYOUT = 8,      /* another keyboard of a pair */
  KW_EVENT_SHIFT = 9,       /* value: 0 off, 1 once, 2 locked */
  KW_EVENT_ALTGR = 10,      /* value: as for shift */
  KW_EVENT_TEXT = 11        /* value: the number of characters */
};

/* A local event belongs to a keyboard of this process; one that is not finished was interrupted. */
enum { KW_FLAG_LOCAL = 1, KW_FLAG_FINISHED = 2 };

/* An event, past or about to come, without a character of the text. */
typedef struct {
  uint32_t size;
  uint32_t name;       /* KW_EVENT_ */
  uint32_t transition; /* the same for all events of one; 0 outside any */
  int32_t value;       /* as described at the name; else 0 */
  kw_rect begin, end;  /* the keyboard's former and new frame */
  double duration;     /* seconds as UIKit announces them; curve 7 always takes 0.5 */
  uint32_t curve;      /* 0 ease in and out, 1 in, 2 out, 3 linear, 7 the keyboard's spring */
  uint32_t flags;      /* KW_FLAG_, or-ed */
} kw_event;

/* The frame of a view of a scene. */
typedef struct {
  uint32_t size;
  kw_rect frame;  /* on the screen */
  char name[32];  /* cut at a character */
} kw_view;

enum {
  KW_DONE = 0,
  KW_ERROR_HANDLE = -1,   /* NULL, destroyed, or of another process */
  KW_ERROR_ARGUMENT = -2, /* an impossible argument */
  KW_ERROR_SPACE = -3,    /* the buffer is too small; nothing was written */
  KW_ERROR_MEMORY = -4,   /* no memory to lock, or to work in */
  KW_ERROR_REFUSED = -5,  /* the text is full, or return needs another one */
  KW_ERROR_HASH = -6,     /* not an Argon2id hash */
  KW_ERROR_SEALED = -7,   /* not a sealed text, changed, or of another process */
  KW_ERROR_BUSY = -8,     /* not while a callback reads the bytes */
  KW_ERROR_WRITE = -9,    /* the descriptor did not take everything */
  KW_ERROR_SYSTEM = -10,  /* the kernel refused */
  KW_ERROR_SCREEN = -11   /* no screen has these sides, or no keyboard fits on it */
};

/* ---- Making ---------------------------------------------------------------------------------- */

/* The version of the library: "major.minor.patch". */
const char *kw_version(void);

/* A sentence about a function's result; never NULL. */
const char *kw_error_text(int code);

/* Makes a hidden keyboard. On failure it returns NULL, with a sentence in `error` (may be NULL). */
kw_keyboard *kw_create(const kw_options *options, char *error, size_t error_size);

/* Wipes the text and frees everything; ignores NULL and destroyed handles. */
void kw_destroy(kw_keyboard *keyboard);

/* Makes the process fit for secrets until it ends: others of the same user cannot read it, it
 * leaves no core files, and crash signals end it at once, without a handler that prints memory.
 * Call it only in a program that owns its process. */
int kw_harden(void);

/* ---- On the screen --------------------------------------------------------------------------- */

int kw_show(kw_keyboard *keyboard, double now);
int kw_hide(kw_keyboard *keyboard, double now);

/* Turns the screen, changes its size, or both; refuses impossible sides. */
int kw_set_screen(kw_keyboard *keyboard, double width, double height, double now);

/* With 0 it accepts nothing, for a pad that is locked after wrong tries; else everything again. */
int kw_set_enabled(kw_keyboard *keyboard, int enabled);

/* Sets the text in the toolbar; NULL and empty: no toolbar. */
int kw_set_title(kw_keyboard *keyboard, const char *title, double now);

/* Keeps the keys away from the edges, where a notch or a system bar is; insets from 0, none at
 * first and after kw_set_screen(). */
int kw_set_safe_area(
    kw_keyboard *keyboard, double top, double left, double bottom, double right, double now);

/* Shuffles the keys again, once no key is held; without an option `shuffle` it changes nothing. */
int kw_reshuffle(kw_keyboard *keyboard);

/* A finger or pointer, each with its own number, goes down, moves, is lifted. A point beside
 * the keyboard, or on a locked one, has no effect and gives 0; keys type when they are released,
 * alternates open after 0.5 s. */
int kw_press(kw_keyboard *keyboard, double x, double y, int touch, double now);
int kw_drag(kw_keyboard *keyboard, double x, double y, int touch, double now);
int kw_release(kw_keyboard *keyboard, int touch, double now);

/* Ends a press without effect. */
int kw_cancel(kw_keyboard *keyboard, int touch, double now);

/* Lets time pass: animations, held keys. */
int kw_advance(kw_keyboard *keyboard, double now);

/* The time to call kw_advance() and to draw again; below 0: not before the next touch. */
double kw_next_frame(const kw_keyboard *keyboard, double now);

/* All that can be pressed, to be drawn from back to front, on the background and without the title: how
 * many there are, of which at most `capacity` are written. Set items[0].size to sizeof(kw_item). */
size_t kw_items(const kw_keyboard *keyboard, kw_item *items, size_t capacity);

/* The places of the background and of the title, as they are drawn now; all 0 where there is none. */
int kw_background_frame(const kw_keyboard *keyboard, kw_rect *frame);
int kw_title_frame(const kw_keyboard *keyboard, kw_rect *frame);

/* Calls `handler` with every event from now on; NULL: no handler. */
int kw_on_event(
    kw_keyboard *keyboard, void (*handler)(void *context, const kw_event *event), void *context);

/* Calls `handler` when Done is pressed, or return, which pads have too (KW_ROLE_RETURN, labelled
 * "done"): 0 declines and the keyboard stays, else it goes. */
int kw_on_return(
    kw_keyboard *keyboard, int (*handler)(void *context, kw_keyboard *keyboard), void *context);

/* ---- The text -------------------------------------------------------------------------------- */

/* Its length in characters. */
size_t kw_count(const kw_keyboard *keyboard);

/* Types whole characters in UTF-8, as a hardware keyboard does: all of them or none. Lock and wipe the
 * memory that they come from. */
int kw_insert(kw_keyboard *keyboard, const char *text, double now);

/* Deletes the last character, like Backspace. */
int kw_delete(kw_keyboard *keyboard, double now);

/* Calls `body` with the bytes, in locked memory, valid during the call; returns its result. */
int kw_with_bytes(
    kw_keyboard *keyboard, int (*body)(void *context, const unsigned char *bytes, size_t count),
    void *context);

/* Copies the bytes, without a NUL, to memory that is yours to lock and wipe; returns their
 * number. */
int64_t kw_read(kw_keyboard *keyboard, void *buffer, size_t size);

/* Writes the bytes to a descriptor, without a newline. Ignore SIGPIPE if its reader may close. */
int kw_write(kw_keyboard *keyboard, int fd);

/* Makes an Argon2id hash, a text of at most 128 bytes with its NUL; takes 0.1 s and more. */
int kw_hash(kw_keyboard *keyboard, char *encoded, size_t size);

/* Checks the text against a hash: 1 right, 0 wrong; takes 0.1 s and more. */
int kw_verify(kw_keyboard *keyboard, const char *encoded);

/* Encrypts the text under a key of this process, and wipes it; returns the number of sealed bytes,
 * 40 more than the text has. With `sealed` NULL it only counts. */
int64_t kw_seal(kw_keyboard *keyboard, void *sealed, size_t size);

/* Replaces the text by a sealed one. */
int kw_open(kw_keyboard *keyboard, const void *sealed, size_t size);

/* Wipes the text. */
int kw_clear(kw_keyboard *keyboard);

/* ---- Views around it ------------------------------------------------------------------------- */

/* Lays host views out by a scene: a shipped one (tour, chat, login …) or a file. If it has
 * faults, it returns NULL with a sentence in `error`. Both sides 0: the size in the scene. */
kw_scene *kw_scene_load(
    const char *name_or_file, double width, double height, char *error, size_t error_size);

void kw_scene_destroy(kw_scene *scene);

/* Moves the views to the present place of the keyboard and its screen; NULL: no keyboard. */
int kw_scene_set_keyboard(kw_scene *scene, const kw_keyboard *keyboard);

/* Writes the views in the order of the file, at most `capacity`; returns the number of all views.
 * Set views[0].size to sizeof(kw_view). */
size_t kw_scene_frames(const kw_scene *scene, kw_view *views, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
