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

  deinit {
    for name in names {
      if unlink(path + "/" + name) != 0 { rmdir(path + "/" + name) }
    }
    rmdir(path)
  }

  /// The names of what is in it, sorted.
  public var names: [String] {
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
