import Glibc

/// A folder for the files of one test, removed with its content when the object goes.
public final class TemporaryFolder {
  public let path: String

  public init() throws {
    guard let made = Self.make() else { throw HarnessError("mkdtemp", errno: errno) }
    path = made
  }

  static func make() -> String? {
    var template = Array("/tmp/keyward-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  public var names: [String] { Self.names(in: path) }

  /// Writes a file, making the folders on the way, with a mode that no mask changes; returns its
  /// path.
  @discardableResult
  public func write(_ text: String, to name: String, mode: mode_t = 0o600) throws -> String {
    try write(Array(text.utf8), to: name, mode: mode)
  }

  @discardableResult
  public func write(
    _ bytes: [UInt8], to name: String, mode: mode_t = 0o600
  ) throws -> String {
    let file = path + "/" + name
    for index in file.indices.dropFirst(path.count + 1) where file[index] == "/" {
      mkdir(String(file[..<index]), 0o700)
    }
    let stream = fopen(file, "we")
    // The programs refuse files that others may write.
    if let stream { fchmod(fileno(stream), mode) }
    guard let stream, fwrite(bytes, 1, bytes.count, stream) == bytes.count, fclose(stream) == 0
    else { throw HarnessError(file, errno: errno) }
    return file
  }

  public func read(_ name: String) -> [UInt8]? { try? TextFile.bytes(path + "/" + name) }

  /// The text of a file; empty if there is none.
  public func text(_ name: String) -> String {
    String(decoding: read(name) ?? [], as: UTF8.self)
  }

  /// The names of the files and folders in a folder, sorted.
  public static func names(in path: String) -> [String] {
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

  static func target(ofLink path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    guard count > 0 else { return nil }
    return String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static func remove(_ path: String) {
    // A link to a folder is unlinked, never followed.
    guard unlink(path) != 0 else { return }
    for name in names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }
}

public enum TextFile {
  public static func read(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  fileprivate static func bytes(_ path: String) throws -> [UInt8] {
    guard let stream = fopen(path, "re") else { throw HarnessError(path, errno: errno) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 {
      bytes += chunk.prefix(count)
    }
    return bytes
  }
}
