import CPlatform
import Glibc

extension SmallFile {
  /// The path for writing a file: the target of a symbolic link, so that it stays a link.
  ///
  /// - Parameter path: The file, which need not exist.
  /// - Returns: A path whose last part is not a link.
  /// - Throws: `FileTrouble.notRegular` for a link to nothing, `.linkOfAnother`, or `.system` if it
  ///   cannot be followed.
  package static func place(of path: String) throws(FileTrouble) -> String {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
    // Another user's link would choose which file of ours is replaced.
    guard [0, geteuid()].contains(status.st_uid) else { throw .linkOfAnother }
    guard let real = unsafe realpath(path, nil) else {
      throw errno == ENOENT ? .notRegular : .system(errno)
    }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The folder a file is in: `a/b` → `a`, `b` → `.`.
  static func folder(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Checks that a new file could get the name `path`, or that the name could become free; tries
  /// nothing.
  ///
  /// A rename would replace a device or a pipe by a file; root could do this to `/dev/null`.
  ///
  /// - Throws: `FileTrouble` if it is not a regular file, is held by a mark or a mount, or belongs
  ///   to another user in a folder in which only owners may rename.
  package static func checkPlace(_ path: String) throws(FileTrouble) {
    // These are not names of files, and a rename would say so only when all is written.
    guard !path.isEmpty, path.utf8.last != UInt8(ascii: "/") else { throw .system(ENOENT) }
    let folder = folder(of: path)
    try checkFolder(folder)
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw .notRegular }
    guard unsafe lstat(path, &status) == 0 else { return }
    switch unsafe platform_hold(path) {
    case PLATFORM_UNCHANGEABLE: throw .unchangeable(path)
    case PLATFORM_MOUNT_POINT: throw .mountPoint
    default: break
    }
    var above = stat()
    guard unsafe stat(folder, &above) == 0, above.st_mode & S_ISVTX != 0 else { return }
    guard [0, above.st_uid, status.st_uid].contains(geteuid()) else { throw .ownersOnly }
  }

  /// Checks that a new file in a folder could be renamed and removed again.
  ///
  /// - Throws: `FileTrouble.unchangeable`.
  package static func checkFolder(_ path: String) throws(FileTrouble) {
    if unsafe platform_hold(path) == PLATFORM_UNCHANGEABLE { throw .unchangeable(path) }
  }

  /// Checks that a file can be removed; tries nothing.
  ///
  /// - Throws: `FileTrouble`.
  package static func checkRemoving(_ path: String) throws(FileTrouble) {
    try checkPlace(path)
    let isAllowed = unsafe faccessat(AT_FDCWD, folder(of: path), W_OK | X_OK, AT_EACCESS) == 0
    guard isAllowed else { throw .system(errno) }
  }
}
