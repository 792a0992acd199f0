/*
 * keyward.h: an on-screen keyboard that types into locked memory.
 *
 *   char error[256];
 *   kw_options options = {.size = sizeof options, .layout = "number", .panel_height = -1};
 *   kw_keyboard *pad = kw_create(&options, error, sizeof error);
 *   if (!pad) return puts(error), 1;
 *   kw_show(pad, now());
 *   ... kw_items() returns the items to draw and their frames, kw_press() takes the same coordinates,
 *       kw_next_frame() returns the time to call kw_advance() and to draw again ...
 *   if (kw_verify(pad, hash) == 1) open_the_door();
 *   kw_destroy(pad);
 *
 * Strings are UTF-8 and end with a NUL. Lengths are in points; frames are in screen coordinates, where
 * y grows downwards. Times are seconds from -4e9 to 4e9 on any clock that does not go back. If it goes
 * back by more than a minute, the clock restarts: held keys are released and animations end. The library
 * reads no clock, never sleeps, starts no thread and does not change signal handling (except in
 * kw_harden()).
 *
 * Functions that return int return 0 for success, or a negative code for a failure, which
 * kw_error_text() describes. Arguments are checked: a handle that is NULL, destroyed, or from the
 * process that forked this one results in KW_ERROR_HANDLE; kw_count(), kw_caret() and kw_items(),
 * which return a size_t, then return 0.
 *
 * Any thread may call any function. Calls from several threads run one after the other, but other calls
 * continue during kw_hash() and kw_verify(). Callbacks run in the thread that made the call and may call
 * any function, except that the callback of kw_with_bytes() must not change its own keyboard. A callback
 * must not wait for a call in another thread.
 */
#ifndef KEYWARD_H
#define KEYWARD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KW_VERSION_MAJOR 0
#define KW_VERSION_MINOR 3

/* ---- Values ---------------------------------------------------------------------------------- */

/* A keyboard; an opaque handle, not a pointer to memory. */
typedef struct kw_keyboard kw_keyboard;

typedef struct { double x, y, width, height; } kw_rect;

/* The options of a keyboard. Set `size` to sizeof(kw_options); NULL, empty texts and 0 are defaults. */
typedef struct {
  uint32_t size;
  const char *layout;      /* a name from `keyward layouts list`, or two to switch between: "de,ru";
                              one without Latin letters is paired with latin-qwerty */
  const char *layout_file; /* or a file, which only this user and root may write */
  const char *title;       /* adds a toolbar with Done, in which you draw the title; empty: none */
  const char *panel;       /* letters, numbers, id-card, symbols */
  const char *allow;       /* the accepted characters; NULL: those of a pad, otherwise all */
  const char *shuffle;     /* none, digits, all */
  double width, height;    /* the size of the screen; both 0: 480 x 320 */
  uint32_t max_length;     /* in characters; 0: all that fit in 4080 bytes */
  double panel_height;     /* of all keys, at least 1; 0: from the width; below 0: fills the screen */
  int *code;               /* where kw_create() stores its result code, unless `size` is unset; NULL:
                              nowhere */
  const char *return_type; /* default, done, go, next, search, send, join, continue; NULL: done */
  const char *metrics;     /* the metrics profile: default, jgs, jgs-landscape-first, jgs-no-window, apple */
  const char *direction;   /* ltr, rtl */
  const char *expect;      /* the form of the text: id-card, recovery-key, bitlocker, bip39, digits:N,
                              groups:AxB; decides `panel`, `allow` and `max_length`; NULL: any text */
  const char *language;    /* of labels: en, de, fr, es, ru, ja, zh; NULL: that of the locale */
  uint32_t accepts_newline; /* 1: the return key types a line feed, and Done alone submits */
} kw_options;

enum { KW_KIND_KEY = 0, KW_KIND_TOOLBAR = 1, KW_KIND_ALTERNATE = 2 };

enum {
  KW_ROLE_INPUT = 0, KW_ROLE_SHIFT = 1, KW_ROLE_ALTGR = 2, KW_ROLE_DELETE = 3, KW_ROLE_RETURN = 4,
  KW_ROLE_SPACE = 5, KW_ROLE_PANEL_LETTERS = 6, KW_ROLE_PANEL_SYMBOLS = 7,
  KW_ROLE_PANEL_NUMBERS = 8, KW_ROLE_PAGE_SYMBOLS = 9, KW_ROLE_PAGE_DIGITS = 10,
  KW_ROLE_WIDTH_HALF = 11, KW_ROLE_WIDTH_FULL = 12, KW_ROLE_NEXT_KEYBOARD = 13,
  KW_ROLE_DONE = 14, KW_ROLE_PANEL_ID_CARD = 15, KW_ROLE_OTHER = 255
};

/* Drawing a key as pressed reveals it to anybody who sees the screen. */
enum { KW_STATE_PRESSED = 1, KW_STATE_SELECTED = 2 };

/* An item to draw. */
typedef struct {
  uint32_t size;
  uint32_t kind;  /* KW_KIND_ */
  uint32_t role;  /* KW_ROLE_ */
  uint32_t state; /* KW_STATE_, or-ed */
  kw_rect frame;  /* the current frame */
  char id[32];    /* a key's character or word in a row ("q", "{dead_acute}"), its position on a form
                     ("AC05") or its role ("shift", the second "shift-2"); "Done"; the number of an
                     alternate; truncated at a character */
  char label[36]; /* the text on it; truncated at a character; empty for the lower half of a tall
                     return key, whose id is "return-2" */
  char symbol[36]; /* a sign in place of a word, such as U+232B for Delete; otherwise the label */
  char accessibility_label[64]; /* the text for a screen reader; speaking it reveals what is typed */
} kw_item;

enum {
  KW_EVENT_WILL_SHOW = 0, KW_EVENT_DID_SHOW = 1, KW_EVENT_WILL_HIDE = 2, KW_EVENT_DID_HIDE = 3,
  KW_EVENT_WILL_CHANGE_FRAME = 4, KW_EVENT_DID_CHANGE_FRAME = 5,
  KW_EVENT_ORIENTATION = 6, /* value: 0 portrait, 1 landscape */
  KW_EVENT_PANEL = 7,       /* value: 0 letters, 1 numbers, 2 ID card, 3 symbols */
  KW_EVENT_LAYOUT = 8,      /* the other keyboard of a pair */
  KW_EVENT_SHIFT = 9,       /* value: 0 off, 1 once, 2 locked */
  KW_EVENT_ALTGR = 10,      /* value: as for shift */
  KW_EVENT_TEXT = 11        /* value: the number of characters */
};

/* KW_FLAG_LOCAL: the keyboard belongs to this process. Without KW_FLAG_FINISHED the event was interrupted. */
enum { KW_FLAG_LOCAL = 1, KW_FLAG_FINISHED = 2 };

/* An event, past or upcoming; it contains no character of the text. */
typedef struct {
  uint32_t size;
  uint32_t name;       /* KW_EVENT_ */
  uint32_t transition; /* the number of its transition; 0 outside a transition */
  int32_t value;       /* as described at the name; otherwise 0 */
  kw_rect begin, end;  /* the keyboard's previous and new frame */
  double duration;     /* seconds, as UIKit announces them; curve 7 always takes 0.5 */
  uint32_t curve;      /* 0 ease in and out, 1 in, 2 out, 3 linear, 7 the keyboard's spring */
  uint32_t flags;      /* KW_FLAG_, or-ed */
} kw_event;

enum {
  KW_DONE = 0,
  KW_ERROR_HANDLE = -1,   /* NULL, destroyed, or from another process */
  KW_ERROR_ARGUMENT = -2, /* an invalid argument */
  KW_ERROR_SPACE = -3,    /* the buffer is too small; nothing was written */
  KW_ERROR_MEMORY = -4,   /* memory could not be locked or allocated */
  KW_ERROR_REFUSED = -5,  /* the text is full, a character is not allowed, return was refused, or
                             there is no other layout */
  KW_ERROR_HASH = -6,     /* not an Argon2id hash */
  KW_ERROR_SEALED = -7,   /* not a sealed text, changed, or from another process */
  KW_ERROR_BUSY = -8,     /* not allowed while a callback reads the bytes */
  KW_ERROR_WRITE = -9,    /* the descriptor did not accept all bytes */
  KW_ERROR_SYSTEM = -10,  /* the kernel refused */
  KW_ERROR_SCREEN = -11,  /* an invalid size, or too small for the keyboard */
  KW_ERROR_EMPTY = -12    /* there is no text to hash */
};

/* ---- Creating -------------------------------------------------------------------------------- */

/* The version of the library: "major.minor.patch". */
const char *kw_version(void);

/* Describes a result code in a sentence; never NULL. For KW_ERROR_ARGUMENT and KW_ERROR_SCREEN the
 * sentence begins with the name of the argument, if that code is the last of the two that a call in
 * this thread resulted in. The string stays valid. */
const char *kw_error_text(int code);

/* Writes the names of the layouts of the library to `names`, a string with blanks between them, and
 * returns its size including the NUL. If `names` is NULL, only returns that number. */
int64_t kw_layouts(char *names, size_t size);

/* Creates a hidden keyboard; NULL options are the defaults. On failure it returns NULL and writes a
 * sentence, which names the option, to `error`, unless that is NULL. */
kw_keyboard *kw_create(const kw_options *options, char *error, size_t error_size);

/* Wipes the text and frees everything; ignores NULL and destroyed handles. */
void kw_destroy(kw_keyboard *keyboard);

/* Hardens the process for secrets until it ends: other processes of the same user cannot read its memory,
 * it writes no core files, and crash signals end it immediately, without a handler that could print
 * memory. Call it only in a program that owns its process, not in a plug-in. */
int kw_harden(void);

/* ---- On the screen --------------------------------------------------------------------------- */

int kw_show(kw_keyboard *keyboard, double now);
int kw_hide(kw_keyboard *keyboard, double now);

/* Sets the size of the screen, which also determines its orientation; rejects an invalid size. */
int kw_set_screen(kw_keyboard *keyboard, double width, double height, double now);

/* With `enabled` 0 the keyboard accepts no input, for example after failed attempts. */
int kw_set_enabled(kw_keyboard *keyboard, int enabled);

/* With `captured` 1 pressed keys look like all others: call it while the screen is recorded or shown
 * elsewhere. */
int kw_set_captured(kw_keyboard *keyboard, int captured);

/* Sets the title in the toolbar, if the screen has room for one; NULL or empty removes the toolbar. */
int kw_set_title(kw_keyboard *keyboard, const char *title, double now);

/* Sets the insets of a notch or a system bar, which the keys avoid; the toolbar stays as wide as the
 * screen. They are at least 0; initially and after kw_set_screen() they are 0. */
int kw_set_safe_area(
    kw_keyboard *keyboard, double top, double left, double bottom, double right, double now);

/* Shuffles the keys again, once no key is held; does nothing without the option `shuffle`. */
int kw_reshuffle(kw_keyboard *keyboard);

/* Report that a touch or pointer, each with its own number, goes down, moves or is lifted. A press
 * outside the keyboard, or while it is disabled, has no effect and returns 0. Keys type when they are
 * released; alternates open after 0.5 s. */
int kw_press(kw_keyboard *keyboard, double x, double y, int touch, double now);
int kw_drag(kw_keyboard *keyboard, double x, double y, int touch, double now);
int kw_release(kw_keyboard *keyboard, int touch, double now);

/* Cancels a press; nothing is typed. */
int kw_cancel(kw_keyboard *keyboard, int touch, double now);

/* Advances the clock, for animations and held keys. */
int kw_advance(kw_keyboard *keyboard, double now);

/* Returns the time to call kw_advance() and to draw again; INFINITY if nothing happens until the next
 * touch, NAN for an invalid handle or time. */
double kw_next_frame(const kw_keyboard *keyboard, double now);

/* Writes at most `capacity` of the items that can be pressed, from back to front, and returns the total
 * number; with NULL or 0 it only counts. The background and the title are not among them. Set
 * items[0].size to sizeof(kw_item), or the result is (size_t)KW_ERROR_ARGUMENT. */
size_t kw_items(const kw_keyboard *keyboard, kw_item *items, size_t capacity);

/* Get the current frames of the background and of the title; all 0 if it is not shown. */
int kw_background_frame(const kw_keyboard *keyboard, kw_rect *frame);
int kw_title_frame(const kw_keyboard *keyboard, kw_rect *frame);

/* Calls `handler` with every event from now on; NULL removes the handler. */
int kw_on_event(
    kw_keyboard *keyboard, void (*handler)(void *context, const kw_event *event), void *context);

/* Calls `handler` when Done or return is pressed. Number pads also have a return key (KW_ROLE_RETURN,
 * labelled "done"). If the handler returns 0, the keyboard stays; otherwise it is hidden. A text that
 * lacks the form of `expect` is refused once (KW_ERROR_REFUSED); the second press accepts it. */
int kw_on_return(
    kw_keyboard *keyboard, int (*handler)(void *context, kw_keyboard *keyboard), void *context);

/* ---- The text -------------------------------------------------------------------------------- */

/* The length of the text in characters. */
size_t kw_count(const kw_keyboard *keyboard);

/* Returns the first complete group of a text with `expect` that fails its check, while it is typed; the
 * first group is 1, and 0 means none. */
int kw_faulty_group(const kw_keyboard *keyboard);

/* Types UTF-8 text, like a hardware keyboard: all of it or nothing. Several characters at once count as
 * pasted, for kw_next_layout(). The caller must lock and wipe the memory of `text`. */
int kw_insert(kw_keyboard *keyboard, const char *text, double now);

/* Types `length` bytes of UTF-8 from the host's own locked memory, at the time of the last call. */
int kw_insert_bytes(kw_keyboard *keyboard, const void *bytes, size_t length);

/* Deletes the character before the caret or the selected ones, like Backspace. */
int kw_delete(kw_keyboard *keyboard, double now);

/* The number of characters before the caret, which is at the end until it is moved. */
size_t kw_caret(const kw_keyboard *keyboard);

/* Moves the caret, or selects the characters from `start` to before `end`, which the next typed ones
 * replace. Numbers beyond the text mean its end. A text with `expect` is edited only at its end. */
int kw_move_caret(kw_keyboard *keyboard, size_t place);
int kw_select(kw_keyboard *keyboard, size_t start, size_t end);

/* Shows the next layout and types the keys of the text again in it, for a text typed in the wrong
 * layout; going on to the first layout restores the text. Pasted characters stay as they are, and so do
 * several of one kw_insert(). Returns KW_ERROR_REFUSED, and changes nothing, if there is no other
 * layout, if none types a text that is accepted, or if the keyboard is disabled. */
int kw_next_layout(kw_keyboard *keyboard, double now);

/* Calls `body` with the bytes, in locked memory, valid during the call; returns its result. */
int kw_with_bytes(
    kw_keyboard *keyboard, int (*body)(void *context, const unsigned char *bytes, size_t count),
    void *context);

/* Copies the bytes, without a NUL, to `buffer` and returns their number. The caller must lock and wipe
 * that memory. */
int64_t kw_read(kw_keyboard *keyboard, void *buffer, size_t size);

/* Writes the bytes to a descriptor, without a newline. Ignore SIGPIPE if the reader may close its end. */
int kw_write(kw_keyboard *keyboard, int fd);

/* Writes an Argon2id hash, a string of at most 128 bytes including its NUL; takes 0.1 s or more. An empty
 * text has none. */
int kw_hash(kw_keyboard *keyboard, char *encoded, size_t size);

/* Checks the text against a hash: 1 if it matches, 0 if not or if it is empty; takes 0.1 s or more. */
int kw_verify(kw_keyboard *keyboard, const char *encoded);

/* The same for `length` bytes in the host's own locked memory, which are not copied. */
int kw_hash_bytes(const void *bytes, size_t length, char *encoded, size_t size);
int kw_verify_bytes(const void *bytes, size_t length, const char *encoded);

/* Encrypts the text under a key of this process and wipes it. Returns the number of sealed bytes, 40
 * more than the text has. If `sealed` is NULL, only returns that number. */
int64_t kw_seal(kw_keyboard *keyboard, void *sealed, size_t size);

/* Decrypts a sealed text, which replaces the current text. */
int kw_open(kw_keyboard *keyboard, const void *sealed, size_t size);

/* Wipes the text. */
int kw_clear(kw_keyboard *keyboard);

#ifdef __cplusplus
}
#endif

#endif
