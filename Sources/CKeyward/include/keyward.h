/*
 * keyward.h: a keyboard on any screen, what is typed in locked memory.
 *
 *   char error[256];
 *   kw_options options = {.size = sizeof options, .layout = "number", .panel_height = -1};
 *   kw_keyboard *pad = kw_create(&options, error, sizeof error);
 *   if (!pad) return puts(error), 1;
 *   kw_show(pad, now());
 *   ... kw_items() says what to draw and where, kw_press() takes the same coordinates,
 *       kw_next_frame() says when to call kw_advance() and to draw again ...
 *   if (kw_verify(pad, hash) == 1) open_the_door();
 *   kw_destroy(pad);
 *
 * Texts are UTF-8 and end with a NUL; lengths are points, frames are in screen coordinates with y
 * growing downwards. Times are seconds of any clock of yours that does not go back; nothing here reads
 * one, sleeps, starts a thread or changes how the process takes signals (kw_harden() alone does, where
 * it says so).
 *
 * Functions that return int give 0 where they are done and a code below 0 where not, which
 * kw_error_text() puts into words. Arguments are checked: a handle that is NULL, destroyed, or of a
 * process this one was forked from is KW_ERROR_HANDLE.
 *
 * Threads: any thread may call any function; a call waits until those of other threads have ended,
 * but kw_hash() and kw_verify() let others go on while they work. Callbacks are called by the thread
 * that made the call and may call everything again, except that kw_with_bytes() takes no changes of
 * its own keyboard while its callback runs. A callback must not wait for another thread that calls.
 */
#ifndef KEYWARD_H
#define KEYWARD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KW_VERSION_MAJOR 0
#define KW_VERSION_MINOR 1

/* ---- Values ---------------------------------------------------------------------------------- */

/* A keyboard; a handle, which is never to be followed. */
typedef struct kw_keyboard kw_keyboard;

/* Host views around a keyboard; a handle, too. */
typedef struct kw_scene kw_scene;

typedef struct { double x, y, width, height; } kw_rect;

/* How a keyboard is to be. Set `size` to sizeof(kw_options); NULL and 0 are defaults. */
typedef struct {
  uint32_t size;
  const char *layout;      /* a name of `keyward layouts list`, the user's own among them */
  const char *layout_file; /* or a file, which nobody but this user may write */
  const char *title;       /* brings a toolbar with Done, where you write it; empty: no toolbar */
  const char *panel;       /* letters, numbers, id-card, symbols */
  const char *allow;       /* the characters that are taken; NULL: what a pad types, else all */
  const char *shuffle;     /* none, digits, all */
  double width, height;    /* the screen; both 0: 480 x 320 */
  uint32_t max_length;     /* in characters; 0: as many as 4080 bytes hold */
  double panel_height;     /* of the keys together; 0: by the width; below 0: fills the screen */
} kw_options;

enum { KW_KIND_KEY = 0, KW_KIND_TOOLBAR = 1, KW_KIND_ALTERNATE = 2 };

enum {
  KW_ROLE_INPUT = 0, KW_ROLE_SHIFT = 1, KW_ROLE_ALTGR = 2, KW_ROLE_DELETE = 3, KW_ROLE_RETURN = 4,
  KW_ROLE_SPACE = 5, KW_ROLE_PANEL_LETTERS = 6, KW_ROLE_PANEL_SYMBOLS = 7,
  KW_ROLE_PANEL_NUMBERS = 8, KW_ROLE_PAGE_SYMBOLS = 9, KW_ROLE_PAGE_DIGITS = 10,
  KW_ROLE_WIDTH_HALF = 11, KW_ROLE_WIDTH_FULL = 12, KW_ROLE_NEXT_KEYBOARD = 13,
  KW_ROLE_DONE = 14, KW_ROLE_PANEL_ID_CARD = 15, KW_ROLE_OTHER = 255
};

/* A key that is shown as pressed betrays it to whoever sees the screen: drawing this is your choice. */
enum { KW_STATE_PRESSED = 1, KW_STATE_SELECTED = 2 };

/* Something to draw. */
typedef struct {
  uint32_t size;
  uint32_t kind;  /* KW_KIND_ */
  uint32_t role;  /* KW_ROLE_ */
  uint32_t state; /* KW_STATE_, or-ed */
  kw_rect frame;  /* where it is drawn now */
  char id[32];    /* "q", "shift", "Done", the number of an alternate; cut at a character */
  char label[36]; /* what is written on it; cut at a character */
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

/* A local event is of a keyboard this process raised; one that is not finished was interrupted. */
enum { KW_FLAG_LOCAL = 1, KW_FLAG_FINISHED = 2 };

/* Something that happened or is about to; never a character of the text. */
typedef struct {
  uint32_t size;
  uint32_t name;       /* KW_EVENT_ */
  uint32_t transition; /* the same for all events of one; 0 outside any */
  int32_t value;       /* what the name says; else 0 */
  kw_rect begin, end;  /* where the keyboard was and will be */
  double duration;     /* seconds as UIKit has them: curve 7 takes 0.5, whatever it says */
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
  KW_ERROR_ARGUMENT = -2, /* an argument that cannot be meant */
  KW_ERROR_SPACE = -3,    /* the buffer is too small; nothing was written */
  KW_ERROR_MEMORY = -4,   /* no memory to be locked, or to work in */
  KW_ERROR_REFUSED = -5,  /* the text takes no more, or return needs another one */
  KW_ERROR_HASH = -6,     /* not an Argon2id hash */
  KW_ERROR_SEALED = -7,   /* not a sealed text, changed, or of another process */
  KW_ERROR_BUSY = -8,     /* not while the bytes are looked at */
  KW_ERROR_WRITE = -9,    /* the descriptor did not take everything */
  KW_ERROR_SYSTEM = -10,  /* the system refused */
  KW_ERROR_SCREEN = -11   /* no screen has these sides, or no keyboard fits on it */
};

/* ---- Making ---------------------------------------------------------------------------------- */

/* The version of the library: "0.1.0". */
const char *kw_version(void);

/* A sentence for what a function returned; never NULL. */
const char *kw_error_text(int code);

/* Makes a hidden keyboard; NULL with a sentence in `error` (which may be NULL) where it cannot. */
kw_keyboard *kw_create(const kw_options *options, char *error, size_t error_size);

/* Wipes what was typed and gives everything back; NULL and what is destroyed are ignored. */
void kw_destroy(kw_keyboard *keyboard);

/* Makes the process fit for secrets: not readable by others of the same user, no core files, and
 * signals of crashes end it at once, without a handler that prints memory. For programs that own their
 * process; lasts until it ends. */
int kw_harden(void);

/* ---- On the screen --------------------------------------------------------------------------- */

int kw_show(kw_keyboard *keyboard, double now);
int kw_hide(kw_keyboard *keyboard, double now);

/* The screen was turned, got another size, or both; sides that no screen has are refused. */
int kw_set_screen(kw_keyboard *keyboard, double width, double height, double now);

/* 0: takes nothing, as a pad that is locked after wrong tries; else: takes everything again. */
int kw_set_enabled(kw_keyboard *keyboard, int enabled);

/* The text in the toolbar; NULL and empty: no toolbar. */
int kw_set_title(kw_keyboard *keyboard, const char *title, double now);

/* A finger or pointer, each with a number of its own, goes down, moves, is lifted. A point that is
 * beside the keyboard does nothing; keys type when they are released, alternates open after 0.5 s. */
int kw_press(kw_keyboard *keyboard, double x, double y, int touch, double now);
int kw_drag(kw_keyboard *keyboard, double x, double y, int touch, double now);
int kw_release(kw_keyboard *keyboard, int touch, double now);

/* Ends a press without effect. */
int kw_cancel(kw_keyboard *keyboard, int touch, double now);

/* Lets time pass: animations, held keys. */
int kw_advance(kw_keyboard *keyboard, double now);

/* When to call kw_advance() and to draw again; below 0: not before the next touch. */
double kw_next_frame(const kw_keyboard *keyboard, double now);

/* All that can be pressed, to be drawn from back to front, on the background and without the title: how
 * many there are, of which at most `capacity` are written. Set items[0].size to sizeof(kw_item). */
size_t kw_items(const kw_keyboard *keyboard, kw_item *items, size_t capacity);

/* Calls `handler` with everything that happens, from now on; NULL: nobody. */
int kw_on_event(
    kw_keyboard *keyboard, void (*handler)(void *context, const kw_event *event), void *context);

/* Calls `handler` when Done is pressed, or return, which pads have too (KW_ROLE_RETURN, labelled
 * "done"): 0 declines and the keyboard stays, else it goes. */
int kw_on_return(
    kw_keyboard *keyboard, int (*handler)(void *context, kw_keyboard *keyboard), void *context);

/* ---- What was typed -------------------------------------------------------------------------- */

/* Its length in characters. */
size_t kw_count(const kw_keyboard *keyboard);

/* Shows the bytes, in locked memory, to `body` for as long as it runs; returns what it returns. */
int kw_with_bytes(
    kw_keyboard *keyboard, int (*body)(void *context, const unsigned char *bytes, size_t count),
    void *context);

/* Copies the bytes, without a NUL, to memory that is yours to lock and to wipe: how many. */
int64_t kw_read(kw_keyboard *keyboard, void *buffer, size_t size);

/* Writes the bytes to a descriptor, without a newline. Ignore SIGPIPE for one that may close. */
int kw_write(kw_keyboard *keyboard, int fd);

/* Makes an Argon2id hash, a text of at most 128 bytes with its NUL; takes 0.1 s and more. */
int kw_hash(kw_keyboard *keyboard, char *encoded, size_t size);

/* Whether the hash is of what was typed: 1 right, 0 wrong; takes 0.1 s and more. */
int kw_verify(kw_keyboard *keyboard, const char *encoded);

/* Encrypts what was typed under a key of this process, and wipes it: how many bytes the sealed form
 * has, 40 more than the text. With `sealed` NULL it only counts. */
int64_t kw_seal(kw_keyboard *keyboard, void *sealed, size_t size);

/* Puts what was sealed in the place of what was typed. */
int kw_open(kw_keyboard *keyboard, const void *sealed, size_t size);

/* Wipes what was typed. */
int kw_clear(kw_keyboard *keyboard);

/* ---- Views around it ------------------------------------------------------------------------- */

/* Lays host views out by a scene: one of those shipped (tour, chat, login …) or a file. NULL with a
 * sentence in `error` where it has faults; both sides 0: as large as the scene says. */
kw_scene *kw_scene_load(
    const char *name_or_file, double width, double height, char *error, size_t error_size);

void kw_scene_destroy(kw_scene *scene);

/* Lets the views follow the keyboard to where it is drawn now, and its screen; NULL: there is none. */
int kw_scene_set_keyboard(kw_scene *scene, const kw_keyboard *keyboard);

/* The views in the order of the file: how many there are, of which at most `capacity` are written.
 * Set views[0].size to sizeof(kw_view). */
size_t kw_scene_frames(const kw_scene *scene, kw_view *views, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
