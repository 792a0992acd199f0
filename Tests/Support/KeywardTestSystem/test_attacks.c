#define _GNU_SOURCE
#include "test_attacks.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "../../../Sources/Secrets/KeywardSystem/platform_restore_internal.h"
#include "platform_sandbox.h"

#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425
#endif

static int open_secrets(void) { return open("/etc/shadow", O_RDONLY); }

/// Reads a part of another process that Landlock lets root read, unless it has given that up.
static int open_environment(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", getppid());
  return open(path, O_RDONLY);
}

// Below the folder of devices, which is the present one.

static int open_device(void) { return open("event0", O_RDONLY); }

static int open_device_for_writing(void) { return open("event0", O_RDWR); }

static int open_by_link(void) { return open("link", O_RDONLY); }

static int open_beside(void) { return open("../beside", O_RDONLY); }

static int open_device_as_new(void) { return open("event1", O_RDONLY | O_CREAT, 0600); }

static int open_new(void) { return open("/tmp/keyward-planted", O_WRONLY | O_CREAT, 0600); }

/// Asks for neither reading nor writing, which Landlock does not restrict.
static int open_for_neither(void) { return open("/etc/shadow", O_ACCMODE); }

/// Makes the kernel send a signal to the terminal's foreground group with the next key.
static int signal_by_key(void) { return fcntl(STDERR_FILENO, F_SETFL, O_ASYNC); }

static int open_by_other_call(void) {
  uint64_t how[3] = {O_RDONLY, 0, 0};
  return (int)syscall(SYS_openat2, AT_FDCWD, "/etc/shadow", how, sizeof how);
}

static int make_socket(void) { return socket(AF_INET, SOCK_STREAM, 0); }

static int make_local_socket(void) { return socket(AF_UNIX, SOCK_STREAM, 0); }

static int connect_somewhere(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/run/x"};
  return connect(STDIN_FILENO, (struct sockaddr *)&address, sizeof address);
}

static int become_shell(void) {
  char *words[] = {"sh", NULL};
  return execve("/bin/sh", words, words + 1);
}

static int become_memory(void) {
  int file = memfd_create("x", 0);
  char *words[] = {"x", NULL};
  return file < 0 ? -1 : fexecve(file, words, words + 1);
}

static int fork_child(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  return child < 0 ? -1 : waitpid(child, NULL, 0) < 0;
}

static int trace_parent(void) { return (int)ptrace(PTRACE_SEIZE, getppid(), NULL, NULL); }

static int read_parent(void) {
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
  return (int)process_vm_readv(getppid(), &here, 1, &there, 1, 0);
}

static int kill_parent(void) { return kill(getppid(), SIGWINCH); }

static int kill_parent_thread(void) {
  return (int)syscall(SYS_tgkill, getppid(), getppid(), SIGWINCH);
}

static int continue_parent(void) { return kill(getppid(), SIGCONT); }

static int kill_group(void) { return kill(0, SIGWINCH); }

static int signal_by_descriptor(void) {
  return (int)syscall(SYS_pidfd_send_signal, STDERR_FILENO, SIGWINCH, NULL, 0U);
}

static int make_ring(void) {
  char room[256] = {0};
  return (int)syscall(SYS_io_uring_setup, 4, room);
}

static int map_code(void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? -1 : 0;
}

static int make_code(void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? -1 : mprotect(page, 4096, PROT_READ | PROT_EXEC);
}

static int become_dumpable(void) { return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); }

static int type_for_others(void) { return ioctl(STDIN_FILENO, TIOCSTI, "x"); }

static int leave_namespace(void) { return unshare(CLONE_NEWUSER); }

static int send_message(void) {
  struct msghdr message = {0};
  return (int)sendmsg(STDERR_FILENO, &message, 0);
}

/// Makes a call by its number for x32.
static int call_by_other_numbers(void) { return (int)syscall(0x40000000 | SYS_getpid); }

/// Makes a call by the entry for 32-bit programs.
static int call_by_other_entry(void) {
#if defined(__x86_64__)
  long result = 20;
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  return (int)result;
#else
  return unshare(CLONE_NEWUSER);
#endif
}

/// Sends the helper our end of its line, in place of a terminal and of a lock.
static int keep_helper(void) {
  struct stat status;
  int line = 3;
  while (fstat(line, &status) != 0 || !S_ISSOCK(status.st_mode)) {
    if (++line == 64) return -1;
  }
  int files[2] = {line, line};
  unsigned number = 1;
  struct iovec part = {&number, sizeof number};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof files)];
  } rights = {.header = {CMSG_LEN(sizeof files), SOL_SOCKET, SCM_RIGHTS}};
  memcpy(CMSG_DATA(&rights.header), files, sizeof files);
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &rights, .msg_controllen = sizeof rights};
  return (int)sendmsg(line, &message, 0);
}

/// Makes the helper send more bytes than exist.
static int confuse_length(void) {
  platform_terminal_at(platform_state->current)->length = 60000;
  return 0;
}

/// Makes the helper wait for an answer of the terminal.
static int confuse_answer(void) {
  platform_state->answer_end = LONG_MAX / 2;
  return 0;
}

/// Reports a place without a terminal to the helper.
static int confuse_place(void) {
  atomic_store(&platform_state->current, 1 << 20);
  return 0;
}

static int remove_file(void) { return unlink("/tmp/keyward-planted"); }

static const struct {
  const char *name;
  int (*attempt)(void);
} attacks[] = {
    {"open", open_secrets},
    {"open-environment", open_environment},
    {"open-device", open_device},
    {"open-device-writing", open_device_for_writing},
    {"open-device-link", open_by_link},
    {"open-device-beside", open_beside},
    {"open-device-new", open_device_as_new},
    {"open-new", open_new},
    {"open-neither", open_for_neither},
    {"signal-by-key", signal_by_key},
    {"openat2", open_by_other_call},
    {"socket", make_socket},
    {"local-socket", make_local_socket},
    {"connect", connect_somewhere},
    {"execve", become_shell},
    {"memfd-exec", become_memory},
    {"fork", fork_child},
    {"ptrace", trace_parent},
    {"process-vm-readv", read_parent},
    {"kill", kill_parent},
    {"tgkill", kill_parent_thread},
    {"kill-group", kill_group},
    {"signal-by-descriptor", signal_by_descriptor},
    {"continue", continue_parent},
    {"io-uring", make_ring},
    {"mmap-exec", map_code},
    {"mprotect-exec", make_code},
    {"dumpable", become_dumpable},
    {"tiocsti", type_for_others},
    {"unshare", leave_namespace},
    {"sendmsg", send_message},
    {"unlink", remove_file},
    {"other-numbers", call_by_other_numbers},
    {"other-entry", call_by_other_entry},
    {"keep-helper", keep_helper},
    {"confuse-length", confuse_length},
    {"confuse-answer", confuse_answer},
    {"confuse-place", confuse_place},
};

static const struct {
  const char *name;
  long number, request;
} calls[] = {
    {"openat", SYS_openat, 0},
    {"openat2", SYS_openat2, 0},
    {"execve", SYS_execve, 0},
    {"clone", SYS_clone, 0},
    {"socket", SYS_socket, 0},
    {"connect", SYS_connect, 0},
    {"sendmsg", SYS_sendmsg, 0},
    {"kill", SYS_kill, 0},
    {"tgkill", SYS_tgkill, 0},
    {"ptrace", SYS_ptrace, 0},
    {"process_vm_readv", SYS_process_vm_readv, 0},
    {"mmap", SYS_mmap, 0},
    {"mprotect", SYS_mprotect, 0},
    {"prctl", SYS_prctl, 0},
    {"setsid", SYS_setsid, 0},
    {"dup", SYS_dup, 0},
    {"flock", SYS_flock, 0},
    {"fcntl", SYS_fcntl, F_SETOWN},
    {"unlinkat", SYS_unlinkat, 0},
    {"io_uring_setup", SYS_io_uring_setup, 0},
    {"other-numbers", 0x40000000 | SYS_getpid, 0},
    {"tiocsti", SYS_ioctl, TIOCSTI},
    {"tiocsctty", SYS_ioctl, TIOCSCTTY},
    {"tcsetsf", SYS_ioctl, TCSETSF},
    {"close", SYS_close, 0},
    {"mlock", SYS_mlock, 0},
    {"tcgets", SYS_ioctl, TCGETS},
    {"setlk", SYS_fcntl, F_SETLK},
    {"setlkw", SYS_fcntl, F_SETLKW},
    {"unlock", SYS_flock, LOCK_UN},
};

/// Makes a call under the helper's filter; runs in a child.
static _Noreturn void call_as_helper(long number, long request) {
  signal(SIGSYS, SIG_DFL);
  if (platform_filter_restore_helper() != 0) _exit(99);
  syscall(number, 99L, request, 0L, 0L, 0L, 0L);
  _exit(0);
}

int test_helper_call(const char *name) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    if (strcmp(calls[i].name, name) != 0) continue;
    pid_t child = fork();
    if (child == 0) call_as_helper(calls[i].number, calls[i].request);
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }
  return -1;
}

int test_attack(const char *name) {
  for (size_t i = 0; i < sizeof attacks / sizeof *attacks; i++) {
    if (strcmp(attacks[i].name, name) != 0) continue;
    errno = 0;
    return attacks[i].attempt() >= 0 ? 0 : errno;
  }
  return -1;
}
