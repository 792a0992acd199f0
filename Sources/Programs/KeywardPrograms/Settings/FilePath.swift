import Glibc
import KeywardSystem
import SecureMemory

package enum FilePath {
  /// Returns an absolute path without `.`, `..` and empty parts: `/a/./b//c/../d` → `/a/b/d`.
  ///
  /// A `..` after a symbolic link is kept, because it leads to the parent of the link's target.
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

  /// The folder of a file: `/a/b` → `/a`; nil for a name without a slash.
  static func folder(of path: String) -> String? {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
  }

  /// `/usr/bin/sudo` → `sudo`.
  static func name(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
  }

  package static func isLink(_ path: String) -> Bool { type(of: path) == S_IFLNK }

  /// Returns the file type, such as `S_IFREG`, without following links; nil if it is unknown.
  package static func type(of path: String) -> mode_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Returns the folders above a file, the deepest first: `/a//b/c` → `/a//b`, `/a`.
  package static func folders(above path: String) -> [String] {
    path.indices.reversed().filter { path[$0] == "/" }.map { String(path[..<$0]) }
      .filter { !$0.isEmpty && !$0.hasSuffix("/") }
  }

  package static func missingFolders(above path: String) -> Int {
    folders(above: path).prefix { type(of: $0) == nil && errno == ENOENT }.count
  }

  /// Creates each missing folder among the `count` nearest folders above a file, with mode 0700.
  ///
  /// Returns the created folders, the deepest last. If a folder cannot be created, the created ones
  /// are removed again.
  package static func makeFolders(_ count: Int, above path: String) throws(FileError) -> [String] {
    var made: [String] = []
    let all = folders(above: path)
    try SmallFile.checkFolder(all.dropFirst(count).first ?? "/")
    for folder in all.prefix(count).reversed() {
      guard unsafe mkdir(folder, 0o700) == 0 else {
        let code = errno
        // Another program may have created the folder meanwhile.
        if code == EEXIST { continue }
        for folder in made.reversed() { unsafe rmdir(folder) }
        throw .system(code)
      }
      made.append(folder)
      // The mark allows removal if the list of folders is lost. A failure to set it is no error.
      _ = unsafe platform_mark_folder(folder)
    }
    return made
  }

  /// Removes the empty folders above a file that carry the mark of `makeFolders`.
  ///
  /// Returns the removed folders, the deepest first.
  package static func removeMarkedFolders(above path: String) -> [String] {
    var removed: [String] = []
    for folder in folders(above: path) where type(of: folder) != nil {
      guard type(of: folder) == S_IFDIR, isMarked(folder), unsafe rmdir(folder) == 0 else { break }
      removed.append(folder)
    }
    return removed
  }

  static func isMarked(_ folder: String) -> Bool { unsafe platform_is_marked(folder) != 0 }

  package static func removeFolders(_ count: Int, above path: String) {
    for folder in folders(above: path).prefix(count) {
      guard unsafe rmdir(folder) == 0 else { return }
    }
  }

  /// Returns the target of a dangling symbolic link; nil for any other path.
  package static func missingTarget(of path: String) -> String? {
    guard isLink(path), unsafe access(path, F_OK) != 0, errno == ENOENT else { return nil }
    return linkTarget(of: path)
  }
}
