import Glibc
import KeywardTestSupport

/// A library loaded before the C library, which replaces some of its calls, compiled for the test
/// from a file of `Tests/Support/Interposers`.
final class Interposer {
  let path: String
  private let folder = try? TemporaryFolder()

  init(_ name: String) throws {
    guard let folder else { throw HarnessError("no temporary folder") }
    path = folder.path + "/interposer.so"
    let source = "\(Repository.path)/Tests/Support/Interposers/\(name).c"
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
}
