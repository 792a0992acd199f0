import Glibc

/// Paths as people read them.
enum FilePath {
  /// The same path without detours: `/a/./b//c/../d` → `/a/b/d`.
  ///
  /// A `..` behind a symbolic link stays, since it leads elsewhere.
  ///
  /// - Parameter path: An absolute path.
  /// - Returns: The path that names the same file.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", parts.last != "..", !isLink("/" + parts.joined(separator: "/")) {
        _ = parts.popLast()
      } else {
        parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether the last part of a path is a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Where a symbolic link points, as it is written in it, if there is nothing at that place; nil for
  /// everything else.
  static func missingTarget(of path: String) -> String? {
    guard isLink(path), unsafe access(path, F_OK) != 0, errno == ENOENT else { return nil }
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe target.withUnsafeMutableBytes { bytes in
      unsafe bytes.baseAddress.map { unsafe readlink(path, $0, bytes.count) } ?? -1
    }
    return count > 0 ? target.prefix(count).text : nil
  }
}
