import Glibc
import TestSupport

/// A folder of a test's own, removed when it goes away.
final class TemporaryFolder {
  let path: String

  init() throws {
    var name = Array("/tmp/keyward-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw HarnessError("no temporary folder") }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    _ = try? ProgramRun.finished("/bin/rm", ["-rf", path])
  }

  func write(_ name: String, _ content: String, mode: mode_t = 0o600) throws {
    let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, mode)
    guard file >= 0 else { throw HarnessError("cannot write \(name)") }
    defer { close(file) }
    let bytes = Array(content.utf8)
    _ = Glibc.write(file, bytes, bytes.count)
    fchmod(file, mode)
  }

  /// The content of a file; empty where there is none.
  func read(_ name: String) -> String {
    let file = open(path + "/" + name, O_RDONLY)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
