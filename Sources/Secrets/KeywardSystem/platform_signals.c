#define _GNU_SOURCE
#include "platform_signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#include "platform_caller.h"
#include "platform_exit.h"
#include "platform_file.h"
#include "platform_memory.h"
#include "platform_process.h"
#include "platform_restore_internal.h"
#include "platform_wait.h"

enum {
  SENTENCE_BYTES = 256,
  /// The number of files that a dialogue and `keyward lend` open at most.
  LEAST_FILES = 8,
  STACK_BYTES = 65536,
  /// The time within which the same signal again is the same request: `timeout` sends a signal to
  /// its command, and then to the command's process group.
  SAME_REQUEST_MILLISECONDS = 100,
};

// An ignored signal stays ignored: the program that started us wants us to continue.
static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
// These also end a process by default; if such a signal has another disposition, it is kept.
static const int ending_by_default[] = {SIGUSR1, SIGUSR2, SIGALRM,   SIGVTALRM, SIGPROF,
                                        SIGXCPU, SIGXFSZ, SIGSTKFLT, SIGIO,     SIGPWR};
static const int noted_only[] = {SIGWINCH, SIGCONT, SIGTSTP, SIGCHLD};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static atomic_int wake = -1;
static _Atomic uint64_t noted;
static atomic_int first_ending;
/// The signals of `noted` since the installation, whether or not they were taken.
static _Atomic uint64_t heard;
/// The last terminating signal that was recorded, and its time on the clock.
static atomic_int last_ending;
static atomic_long last_time;
static atomic_int at_once;
static atomic_int noted_limit;
static pid_t owner;
static char fault_sentence[SENTENCE_BYTES];
static size_t fault_length;

/// The stack of the handlers, on which the kernel saves all registers when a signal arrives. Vector
/// registers may hold bytes of a secret, which would otherwise remain on the ordinary stack.
static unsigned char stack_of_handlers[STACK_BYTES] __attribute__((aligned(64)));
static unsigned char *const end_of_stack = stack_of_handlers + STACK_BYTES;
/// The lowest address that a handler has used since the stack was wiped.
static _Atomic(unsigned char *) lowest;

/// Lowers `lowest` to the frame of a handler, if that frame is below it.
///
/// The kernel saved the registers above the frame, so a wipe from `lowest` upwards covers them.
static void note_place(void *frame) {
  unsigned char *now = atomic_load(&lowest);
  if (now == NULL || (unsigned char *)frame < now) atomic_store(&lowest, frame);
}

/// Wipes the handlers' stack from `place` upwards; returns false if `place` is not on that stack.
static bool wipe_from(unsigned char *place) {
  if (place < stack_of_handlers || place >= end_of_stack) return false;
  platform_zero(place, (size_t)(end_of_stack - place));
  return true;
}

/// Wipes the part of the stack that handlers have used.
///
/// A handler that runs during the wipe sets `lowest` again, so the next call wipes its frame.
static void wipe_stack(void) { wipe_from(atomic_exchange(&lowest, NULL)); }

/// Wipes the handlers' stack above `frame`, the frame of a function that never returns. If `frame`
/// is on another stack, wipes everything that handlers have used.
static void wipe_above(void *frame) {
  if (!wipe_from((unsigned char *)frame + 2 * sizeof(void *))) wipe_stack();
}

static void report(const char *program, const char *sentence, size_t length) {
  // All signals are blocked now, so nobody could interrupt a blocking write.
  if (platform_wait(STDERR_FILENO, POLLOUT, 0) == 0) return;
  struct iovec pieces[] = {{(char *)program, strlen(program)}, {(char *)sentence, length}};
  if (writev(STDERR_FILENO, pieces, 2) < 0) {
    // Nothing is left to do.
  }
}

static const char *limit_of(int number) {
  return number == SIGXCPU
             ? ": error: the CPU time limit was reached (ulimit -t); the typed text was wiped\n"
             : ": error: the file size limit was reached (ulimit -f); the typed text was wiped\n";
}

_Noreturn void platform_die_saying(int number, const char *sentence, size_t length) {
  // Block all signals, so that a fault in here ends the process by the default action of its
  // signal.
  sigset_t all;
  sigfillset(&all);
  platform_change_mask(SIG_BLOCK, &all, NULL);
  platform_wipe_all();
  wipe_above(__builtin_frame_address(0));
  platform_terminal_leave(NULL, 0);
  platform_restore_helper_dismiss();
  if (length > 0) {
    report("", sentence, length);
  } else if (atomic_load(&noted_limit) == number) {
    const char *limit = limit_of(number);
    report(program_invocation_short_name, limit, strlen(limit));
  }
  platform_caller_end();
  platform_end_by(number);
}

_Noreturn void platform_die(int number) {
  platform_die_saying(number, NULL, 0);
}

static struct sigaction before[NSIG];
/// True for the signals with a disposition of ours.
static bool is_ours[NSIG];
static sigset_t mask_before;
static stack_t stack_before;

/// Wakes the loop. A refused call is repeated: nothing else would wake it.
///
/// A full counter wakes the loop anyway.
static void add_to_wake(void) {
  const uint64_t one = 1;
  for (int attempt = 0; attempt < 8; attempt++) {
    if (write(atomic_load(&wake), &one, sizeof one) >= 0 || errno == EAGAIN) return;
  }
}

static void wake_loop(int number) {
  // The last real-time signal (64) has no bit; `first_ending` keeps it by its number.
  if (number < 64) {
    atomic_fetch_or(&noted, UINT64_C(1) << number);
    atomic_fetch_or(&heard, UINT64_C(1) << number);
  }
  add_to_wake();
}

/// Returns the recorded signals that `number` cancels, as in the kernel: TSTP and CONT cancel each
/// other.
static uint64_t taken_back_by(int number) {
  switch (number) {
  case SIGTSTP: return UINT64_C(1) << SIGCONT;
  case SIGCONT: return UINT64_C(1) << SIGTSTP;
  default: return 0;
  }
}

static void note(int number) {
  if (getpid() != owner) return;
  note_place(__builtin_frame_address(0));
  int saved = errno;
  atomic_fetch_and(&noted, ~taken_back_by(number));
  wake_loop(number);
  errno = saved;
}

/// True if the program handled the signal before; a handler of its own gets it after the dialogue.
static bool has_handler(int number) {
  return before[number].sa_handler != SIG_DFL && before[number].sa_handler != SIG_IGN;
}

static void note_ending(int number) {
  int saved = errno;
  note_place(__builtin_frame_address(0));
  // A forked child has the handlers until it executes another program, but none of the state here.
  if (getpid() != owner) platform_end_by(number);
  long now = platform_milliseconds_now();
  bool is_repeated = atomic_exchange(&last_ending, number) == number &&
                     now - atomic_load(&last_time) < SAME_REQUEST_MILLISECONDS;
  if (is_repeated && atomic_load(&at_once) <= 0) {
    errno = saved;
    return;
  }
  atomic_store(&last_time, now);
  int none = 0;
  if (number == SIGXCPU || number == SIGXFSZ) atomic_store(&noted_limit, number);
  // The previous signal was not taken yet: the loop is busy and may stay busy.
  int waits = !atomic_compare_exchange_strong(&first_ending, &none, number);
  if ((waits || atomic_load(&at_once) > 0) && !has_handler(number)) platform_die(number);
  wake_loop(number);
  errno = saved;
}

static void end_after_fault(int number) {
  if (getpid() != owner) platform_end_by(number);
  platform_die_saying(number, fault_sentence, fault_length);
}

static bool install(int number, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  is_ours[number] = platform_change_action(number, &action, &before[number]) == 0;
  return is_ours[number];
}

static void leave_as_before(int number) {
  if (!is_ours[number]) return;
  platform_change_action(number, &before[number], NULL);
  is_ours[number] = false;
}

/// Installs a handler unless the signal has a disposition other than its default.
static bool install_by_default(int number) {
  if (!install(number, note_ending, 0)) return false;
  if (before[number].sa_handler != SIG_DFL) leave_as_before(number);
  return true;
}

/// Installs a handler unless the signal is ignored.
static bool install_unless_ignored(int number, void (*handler)(int), int flags) {
  if (!install(number, handler, flags)) return false;
  if (before[number].sa_handler == SIG_IGN) leave_as_before(number);
  return true;
}

/// Installs all handlers, and removes their signals from `mask`; returns false if one is refused.
static bool install_all(sigset_t *mask) {
  for (size_t i = 0; i < COUNT(ending); i++) {
    if (!install_unless_ignored(ending[i], note_ending, 0)) return false;
    sigdelset(mask, ending[i]);
  }
  for (size_t i = 0; i < COUNT(ending_by_default); i++) {
    if (!install_by_default(ending_by_default[i])) return false;
    sigdelset(mask, ending_by_default[i]);
  }
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) {
    // Some real-time signals do not exist everywhere: valgrind keeps the last one for itself.
    if (!install_by_default(number) && errno != EINVAL) return false;
    sigdelset(mask, number);
  }
  for (size_t i = 0; i < COUNT(noted_only); i++) {
    // If TSTP is ignored, nobody should stop us.
    bool is_installed = noted_only[i] == SIGTSTP ? install_unless_ignored(SIGTSTP, note, SA_RESTART)
                                                 : install(noted_only[i], note, SA_RESTART);
    if (!is_installed) return false;
    sigdelset(mask, noted_only[i]);
  }
  for (size_t i = 0; i < PLATFORM_FAULTS; i++) {
    if (!install(platform_faults[i], end_after_fault, 0)) return false;
    sigdelset(mask, platform_faults[i]);
  }
  return install(SIGPIPE, SIG_IGN, 0);
}

int platform_signals_install(const char *sentence, size_t length, const char **refused) {
  *refused = "eventfd";
  if (atomic_load(&wake) >= 0) {
    errno = EBUSY;
    return -1;
  }
  // With fewer files, the waits of a dialogue fail, or its terminal has no lock.
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < LEAST_FILES) {
    errno = EMFILE;
    return -1;
  }
  int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (descriptor < 0) return -1;
  stack_t stack = {.ss_sp = stack_of_handlers, .ss_size = sizeof stack_of_handlers};
  if (sigaltstack(&stack, &stack_before) != 0) {
    *refused = "sigaltstack";
    return platform_close_keeping_errno(descriptor);
  }
  fault_length = length < sizeof fault_sentence ? length : sizeof fault_sentence;
  memcpy(fault_sentence, sentence, fault_length);
  owner = getpid();
  atomic_store(&noted, 0);
  atomic_store(&heard, 0);
  atomic_store(&first_ending, 0);
  atomic_store(&last_ending, 0);
  atomic_store(&wake, descriptor);

  // Signals are blocked meanwhile, since the previous disposition of a signal is known only after
  // its handler was installed.
  sigset_t all;
  sigfillset(&all);
  *refused = "rt_sigprocmask";
  if (platform_change_mask(SIG_BLOCK, &all, &mask_before) == 0) {
    platform_caller_leave_signals();
    sigset_t mask = mask_before;
    bool are_installed = install_all(&mask);
    if (!are_installed) *refused = "rt_sigaction";
    if (are_installed && platform_change_mask(SIG_SETMASK, &mask, NULL) == 0) return descriptor;
  }
  // Without its signals, a program would never notice that the command it waits for has ended.
  int code = errno;
  platform_signals_uninstall();
  errno = code;
  return -1;
}

/// Sends signals again that arrived during the dialogue, for the handlers of the host.
static void pass_on(const int *numbers, size_t count) {
  uint64_t signals = atomic_exchange(&heard, 0);
  for (size_t i = 0; i < count; i++) {
    bool is_late = numbers[i] != SIGTSTP && signals >> numbers[i] & 1;
    if (is_late && has_handler(numbers[i])) raise(numbers[i]);
  }
}

static void put_back(const int *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) leave_as_before(numbers[i]);
}

void platform_signals_uninstall(void) {
  int descriptor = atomic_load(&wake);
  if (descriptor < 0) return;
  put_back(ending, COUNT(ending));
  put_back(ending_by_default, COUNT(ending_by_default));
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) leave_as_before(number);
  put_back(noted_only, COUNT(noted_only));
  put_back(platform_faults, PLATFORM_FAULTS);
  leave_as_before(SIGPIPE);
  platform_change_mask(SIG_SETMASK, &mask_before, NULL);
  sigaltstack(&stack_before, NULL);
  wipe_stack();
  atomic_store(&wake, -1);
  close(descriptor);
  pass_on(noted_only, COUNT(noted_only));
  int left = atomic_exchange(&first_ending, 0);
  if (left == 0) return;
  // A signal that ends the process must go through `platform_die`.
  int ends = before[left].sa_handler == SIG_DFL && !sigismember(&mask_before, left);
  if (ends) platform_die(left);
  raise(left);
}

uint64_t platform_signals_take(int *first) {
  uint64_t count;
  // The counter is emptied before the signals are taken: one that arrives in between wakes the loop
  // again.
  if (read(atomic_load(&wake), &count, sizeof count) < 0) count = 0;
  wipe_stack();
  uint64_t result = atomic_exchange(&noted, 0);
  *first = atomic_exchange(&first_ending, 0);
  return result;
}

void platform_signals_put_back(uint64_t signals, int ending) {
  atomic_fetch_or(&noted, signals);
  int none = 0;
  if (ending != 0) atomic_compare_exchange_strong(&first_ending, &none, ending);
  add_to_wake();
}

int platform_signals_waiting(void) {
  int first = atomic_load(&first_ending);
  return first != 0 && !has_handler(first) ? first : 0;
}

void platform_signals_at_once(int change) {
  atomic_fetch_add(&at_once, change);
}

int platform_signals_suspend(int whole_group) {
  if (before[SIGTSTP].sa_handler == SIG_IGN) return 0;
  const uint64_t continued = UINT64_C(1) << SIGCONT;
  // The later of TSTP and CONT counts, as with signals pending in the kernel.
  sigset_t both, mask;
  sigemptyset(&both);
  sigaddset(&both, SIGCONT);
  sigaddset(&both, SIGTSTP);
  platform_change_mask(SIG_BLOCK, &both, &mask);
  if (atomic_fetch_and(&noted, ~continued) & continued) {
    platform_change_mask(SIG_SETMASK, &mask, NULL);
    return 1;
  }
  struct sigaction action = {.sa_handler = SIG_DFL}, handler;
  sigemptyset(&action.sa_mask);
  platform_change_action(SIGTSTP, &action, &handler);
  if (kill(whole_group ? 0 : getpid(), SIGTSTP) != 0) raise(SIGTSTP);
  platform_change_mask(SIG_SETMASK, &mask, NULL);
  platform_change_action(SIGTSTP, &handler, NULL);
  atomic_fetch_and(&noted, ~(UINT64_C(1) << SIGTSTP));
  return (atomic_load(&noted) & continued) != 0;
}
