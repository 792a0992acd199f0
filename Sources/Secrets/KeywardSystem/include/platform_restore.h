// Restoring a terminal, by this process or by its helper, however this process ends. An exit may
// run inside a signal handler: it never allocates, locks or calls into Swift.

#ifndef PLATFORM_RESTORE_H
#define PLATFORM_RESTORE_H

#include <stddef.h>
#include <termios.h>

enum {
  PLATFORM_TERMINAL_BYTES = 1024,
  /// The end-of-file character in all our settings, by which we recognise them. Other programs keep
  /// this character when they derive settings from ours.
  PLATFORM_MARK = 0xff,
};

enum platform_screen {
  PLATFORM_SCREEN_HIDDEN,
  PLATFORM_SCREEN_SHOWN,
  /// The terminal may have received the sequence that enters our screen.
  PLATFORM_SCREEN_UNCERTAIN,
};

struct platform_screen_end {
  const void *bytes;
  size_t length;
  /// The length of the first part of the bytes, which enters our screen. It is sent only if the
  /// screen is PLATFORM_SCREEN_UNCERTAIN.
  size_t entering;
  /// The length of the next part, which erases rows at the cursor.
  size_t erasing;
};

/// `tcgetattr` and `tcsetattr`, which a kernel may refuse once although the terminal is there: they
/// are tried several times.
int platform_get_settings(int terminal, struct termios *settings);
int platform_set_settings(int terminal, int when, const struct termios *settings);

/// Records how to restore a terminal at exit, and forgets the previous terminal.
///
/// `lock` is the file that is locked while we use the terminal, or -1 for none. Returns 0, or -1 if
/// `end` has too many bytes.
int platform_terminal_remember(
    int descriptor, int lock, const struct termios *settings, struct platform_screen_end end);

// The other functions with a `descriptor` do nothing if it is not that of the remembered terminal.

int platform_terminal_change_end(int descriptor, struct platform_screen_end end);

/// Sets the bytes that every exit sends last, even if our screen is not shown.
///
/// Returns 0, or -1 if there are too many bytes.
int platform_terminal_change_lasting(int descriptor, const void *bytes, size_t length);

/// Replaces the settings that every exit restores.
void platform_terminal_change_settings(int descriptor, const struct termios *settings);

/// Records our own settings; call it before applying them.
void platform_terminal_note_settings(int descriptor, const struct termios *settings);

int platform_terminal_is_remembered(void);

/// Discards what is typed, without echo, until a second has passed without a key, for at most
/// 5 seconds; returns at once if our settings are not in force.
void platform_terminal_drop_rest(void);

void platform_terminal_note_screen(int descriptor, enum platform_screen state);

/// Makes an exit wait for the terminal's reply to a query, until at most `milliseconds` from now. A
/// negative descriptor cancels the wait.
void platform_terminal_expect_answer(int descriptor, int milliseconds);

// The restore helper: a child that waits for the end of this process, and restores the terminal if
// this process was killed before it could do so itself. The helper has its own session and keeps
// only the terminal and its lock open.

/// Starts the helper, unless it is running. The helper is a copy of this process, so start it
/// before there is any secret or registered region, before the terminal is changed, and while the
/// process has a single thread.
int platform_restore_helper_start(void);

/// Returns 1 once the helper is ready.
///
/// Dismisses a helper that is not ready after 2 seconds, and returns 0. Also returns 0 if no helper
/// was started.
int platform_restore_helper_is_ready(void);

/// Ends the helper and waits up to 50 milliseconds for its end; async-signal-safe. Call it after
/// restoring the terminal.
void platform_restore_helper_dismiss(void);

int platform_restore_helper_channel(void);

/// Stops the program of a pidfd, which the helper continues once the terminal is left, however this
/// process ends. Returns 0, or -1 if there is no helper or the kernel refuses; the program then
/// runs, or continues at the end of this process.
int platform_restore_helper_hold(int process);

/// True while a program may be stopped by `platform_restore_helper_hold`.
int platform_restore_helper_holds(void);

#endif
