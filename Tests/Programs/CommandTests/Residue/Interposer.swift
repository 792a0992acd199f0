import Glibc
import KeywardTestSupport

/// A library loaded before the C library, which replaces some of its calls, compiled for the test.
final class Interposer {
  let path: String
  private let folder = try? TemporaryFolder()

  init(_ source: String) throws {
    guard let folder else { throw HarnessError("no temporary folder") }
    path = folder.path + "/interposer.so"
    let source = try folder.write(source, to: "interposer.c")
    let run = try ProgramRun.finished(
      Self.compiler(), ["-shared", "-fPIC", "-o", path, source],
      environment: ["PATH": getenv("PATH").map { String(cString: $0) }], seconds: 60)
    guard run.ending == .exited(0) else { throw HarnessError(run.errorText) }
  }

  /// The first C compiler on the path; a Swift toolchain brings one.
  private static func compiler() throws -> String {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    for name in ["cc", "clang", "gcc"] {
      for folder in path.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
        return "\(folder)/\(name)"
      }
    }
    throw HarnessError("no C compiler is on the path")
  }

  /// Makes mapping number `FAIL_AT`, counted from 0, of a guarded region fail.
  ///
  /// A region of one to four pages is mapped with a header and two guard pages.
  static let failingMappings = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
      static int left = -1;
      if (left == -1) left = atoi(getenv("FAIL_AT"));
      if (length >= 4 * 4096 && length <= 7 * 4096 && file == -1 && left-- == 0) {
        left = -2;
        errno = ENOMEM;
        return MAP_FAILED;
      }
      return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
    }
    void *mmap64(void *address, size_t length, int protection, int flags, int file, off_t offset) {
      return mmap(address, length, protection, flags, file, offset);
    }
    """

  /// Makes call number `FAIL_AT`, counted from 0, of those in `FAILING` fail on our memory.
  ///
  /// Without `ONCE` all later ones fail too.
  static let failingProtection = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    static int fails(const char *call) {
      static int count;
      const char *name = getenv("FAILING"), *at = getenv("FAIL_AT");
      if (name == NULL || at == NULL || strcmp(name, call) != 0) return 0;
      int place = count++;
      if (getenv("ONCE") != NULL ? place != atoi(at) : place < atoi(at)) return 0;
      errno = ENOMEM;
      return 1;
    }
    int mprotect(void *address, size_t length, int protection) {
      return fails("mprotect") ? -1 : (int)syscall(SYS_mprotect, address, length, protection);
    }
    int mlock(const void *address, size_t length) {
      return fails("mlock") ? -1 : (int)syscall(SYS_mlock, address, length);
    }
    int madvise(void *address, size_t length, int advice) {
      return fails("madvise") ? -1 : (int)syscall(SYS_madvise, address, length, advice);
    }
    """

  /// Stops the process where it throws away output that a terminal has not taken.
  static let stoppingFlush = """
    #include <signal.h>
    #include <sys/ioctl.h>
    #include <termios.h>
    int tcflush(int file, int queue) {
      if (queue == TCOFLUSH) raise(SIGSTOP);
      return ioctl(file, TCFLSH, queue);
    }
    """

  /// Raises SIGTERM in the call named by `SIGNAL_IN`; in `tcsetattr` once the terminal echoes
  /// again.
  static let arrivingSignal = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <signal.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/syscall.h>
    #include <termios.h>
    #include <unistd.h>
    static void arrive(const char *call) {
      const char *place = getenv("SIGNAL_IN");
      if (place != NULL && strcmp(place, call) == 0) kill(getpid(), SIGTERM);
    }
    int dup2(int from, int to) {
      int (*next)(int, int) = dlsym(RTLD_NEXT, "dup2");
      arrive("dup2");
      return next(from, to);
    }
    int tcsetattr(int file, int actions, const struct termios *settings) {
      int (*next)(int, int, const struct termios *) = dlsym(RTLD_NEXT, "tcsetattr");
      int result = next(file, actions, settings);
      if (settings->c_lflag & ECHO) arrive("tcsetattr");
      return result;
    }
    int execvpe(const char *program, char *const arguments[], char *const environment[]) {
      int (*next)(const char *, char *const[], char *const[]) = dlsym(RTLD_NEXT, "execvpe");
      arrive("execvpe");
      return next(program, arguments, environment);
    }
    """
}
