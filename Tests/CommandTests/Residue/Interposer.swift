import Glibc
import TestSupport

/// A library that stands before the C library and fails one call, compiled for the test.
final class Interposer {
  /// The path for `LD_PRELOAD`.
  let path: String
  private let folder = try? TemporaryFolder()

  /// A library in which the mapping number `FAIL_AT`, counted from 0, of a guarded region fails.
  init() throws {
    guard let folder else { throw HarnessError("no temporary folder") }
    path = folder.path + "/interposer.so"
    let source = try folder.write(Self.source, to: "interposer.c")
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

  /// A region of one page is mapped with a header and two guard pages: four pages.
  private static let source = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
      static int left = -1;
      if (left == -1) left = atoi(getenv("FAIL_AT"));
      if (length == 16384 && file == -1 && left-- == 0) {
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
}
