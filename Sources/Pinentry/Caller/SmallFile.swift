import Glibc

/// Reads files that are small or of which only the beginning matters.
enum SmallFile {
  /// The first bytes of a file, at most `limit`; nil where it cannot be read.
  static func bytes(_ path: String, limit: Int = 65_536) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while result.count < limit {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, min($0.count, limit - result.count))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      result += chunk.prefix(count)
    }
    return result
  }
}

/// What the environment of this process holds.
public enum EnvironmentVariable {
  /// The value; nil where it is not set.
  public static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
