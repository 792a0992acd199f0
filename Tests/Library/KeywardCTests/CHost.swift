import Glibc
import KeywardTestSupport

/// A C program that uses the shared library, compiled for one test against the header.
final class CHost {
  let folder: TemporaryFolder
  let path: String

  /// The library: `KEYWARD_LIBRARY` if set, else the one that `make library` has built.
  static func library() throws -> String {
    let path =
      getenv("KEYWARD_LIBRARY").map { String(cString: $0) }
      ?? Repository.path + "/.build/release/libkeyward.so.0"
    guard access(path, R_OK) == 0 else {
      throw HarnessError("\(path) is not built; run make library first")
    }
    return path
  }

  /// Compiles a program of `Tests/Library/KeywardCTests/Hosts`, with every warning an error.
  init(_ name: String) throws {
    folder = try TemporaryFolder()
    path = folder.path + "/" + name
    let library = try Self.library()
    let run = try ProgramRun.finished(
      "/usr/bin/cc",
      [
        "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-I",
        Repository.path + "/Sources/Library/CKeyward/include",
        Repository.path + "/Tests/Library/KeywardCTests/Hosts/\(name).c", "-o", path, library,
        "-pthread",
        "-lm",
        "-Wl,-rpath," + library.dropLast("/libkeyward.so.0".utf8.count),
      ])
    guard run.events.last == .exited(0) else {
      throw HarnessError("\(name).c does not compile: \(run.errorText)")
    }
  }

  /// Runs it to its end; returns its complaint, empty for none.
  func complaint(_ arguments: [String] = [], seconds: Double = 120) throws -> String {
    let run = try ProgramRun.finished(path, arguments, seconds: seconds)
    if run.events.last == .exited(0), run.outputText.hasSuffix("well\n") { return "" }
    return "\(run.events) \(run.outputText) \(run.errorText)"
  }
}
