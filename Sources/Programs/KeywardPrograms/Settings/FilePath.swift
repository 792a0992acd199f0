import Glibc
import KeywardSystem
import SecureMemory

/// Paths in the form in which people read them.
package enum FilePath {
  /// The same path without detours: `/a/./b//c/../d` → `/a/b/d`.
  ///
  /// A `..` after a symbolic link stays, since it leads elsewhere.
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

  package static func isLink(_ path: String) -> Bool { type(of: path) == S_IFLNK }

  /// The type of the file at a path, such as `S_IFREG`, links not followed; nil if there is none,
  /// or if it cannot be known.
  package static func type(of path: String) -> mode_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The folders above a file, the lowest first: `/a//b/c` → `/a//b`, `/a`.
  package static func folders(above path: String) -> [String] {
    path.indices.reversed().filter { path[$0] == "/" }.map { String(path[..<$0]) }
      .filter { !$0.isEmpty && !$0.hasSuffix("/") }
  }

  /// The number of missing folders above a file, counted upwards.
  package static func missingFolders(above path: String) -> Int {
    folders(above: path).prefix { type(of: $0) == nil && errno == ENOENT }.count
  }

  /// Makes the missing folders above a file for this user alone, and returns them, lowest last.
  ///
  /// If one cannot be made, none is left behind.
  package static func makeFolders(_ count: Int, above path: String) throws(FileError) -> [String] {
    var made: [String] = []
    let all = folders(above: path)
    try SmallFile.checkFolder(all.dropFirst(count).first ?? "/")
    for folder in all.prefix(count).reversed() {
      guard unsafe mkdir(folder, 0o700) == 0 else {
        let code = errno
        // Another program may have been quicker.
        if code == EEXIST { continue }
        for folder in made.reversed() { unsafe rmdir(folder) }
        throw .system(code)
      }
      made.append(folder)
      // For a day when the file with the note is gone; if the folder cannot be marked, the file
      // must do.
      _ = unsafe platform_mark_folder(folder)
    }
    return made
  }

  /// Removes the empty folders above a file that we made, the lowest first, and returns them.
  package static func removeMarkedFolders(above path: String) -> [String] {
    var removed: [String] = []
    for folder in folders(above: path) where type(of: folder) != nil {
      guard type(of: folder) == S_IFDIR, isMarked(folder), unsafe rmdir(folder) == 0 else { break }
      removed.append(folder)
    }
    return removed
  }

  static func isMarked(_ folder: String) -> Bool { unsafe platform_is_marked(folder) != 0 }

  /// Removes the lowest folders above a file, as far as they are empty.
  package static func removeFolders(_ count: Int, above path: String) {
    for folder in folders(above: path).prefix(count) {
      guard unsafe rmdir(folder) == 0 else { return }
    }
  }

  /// The target of a symbolic link to nothing, as written in it; nil for everything else.
  package static func missingTarget(of path: String) -> String? {
    guard isLink(path), unsafe access(path, F_OK) != 0, errno == ENOENT else { return nil }
    return SmallFile.target(ofLink: path)
  }
}
