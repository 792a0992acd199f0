import Glibc
import SecureMemory

@testable import KeyboardLayout

final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/keyward-layout-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXFailure(code: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
  }

  func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, mode)
    guard descriptor >= 0 else { throw POSIXFailure(code: errno) }
    let bytes = Array(text.utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
    fchmod(descriptor, mode)
    close(descriptor)
    return file
  }

  deinit {
    for name in Folder.names(in: path) { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}

struct POSIXFailure: Error { let code: Int32 }
