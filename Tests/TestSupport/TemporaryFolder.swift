import Glibc

/// A folder of its own for a test, gone with everything in it when the object goes.
public final class TemporaryFolder {
  /// Its path.
  public let path: String

  public init() throws {
    var template = Array("/tmp/keyward-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw HarnessError("mkdtemp: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// The names of what is in it, sorted.
  public var names: [String] { Self.names(in: path) }

  /// Removes a folder and what is in it; links are not followed.
  private static func remove(_ path: String) {
    for name in names(in: path) {
      let inner = path + "/" + name
      if unlink(inner) != 0 { remove(inner) }
    }
    rmdir(path)
  }

  private static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
