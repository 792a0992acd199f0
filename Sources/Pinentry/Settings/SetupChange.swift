import Glibc

/// A change of one file, shown before it is made.
public struct SetupChange {
  /// The file.
  public let file: SetupFile
  /// What changes, one line each; nothing where the file is as wanted.
  public let difference: [String]

  private let old: String?
  private let new: String

  /// Looks what is to be done.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - undoing: Whether our lines are to go.
  public init(_ file: SetupFile, undoing: Bool) {
    self.file = file
    old = SmallFile.bytes(file.path, limit: 1 << 20).map(\.text)
    let content = old ?? ""
    new = undoing ? file.undone(from: content) : file.applied(to: content)
    difference = SetupFile.difference(from: content, to: new)
  }

  /// Makes the change: a backup beside the file, then the new content by renaming.
  ///
  /// - Returns: The path of the backup, nil where there was no file; the `errno` where it failed.
  public func make() -> Result<String?, SetupFailure> {
    guard !difference.isEmpty else { return .success(nil) }
    let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
    _ = unsafe mkdir("/" + folder, 0o700)
    var mode: mode_t = 0o600
    var status = stat()
    if unsafe stat(file.path, &status) == 0 { mode = status.st_mode & 0o777 }
    // A link is followed, so that a file kept elsewhere is changed where it is.
    var target = file.path
    if let real = unsafe realpath(file.path, nil) {
      target = unsafe String(cString: real)
      unsafe free(real)
    }
    var backup: String?
    if let old {
      let path = file.path + ".before-keyward"
      if unsafe access(path, F_OK) != 0, !Self.write(old, to: path, mode) {
        return .failure(SetupFailure(path: path, code: errno))
      }
      backup = path
    }
    let fresh = target + ".keyward-new"
    guard Self.write(new, to: fresh, mode), unsafe rename(fresh, target) == 0 else {
      let code = errno
      _ = unsafe unlink(fresh)
      return .failure(SetupFailure(path: target, code: code))
    }
    return .success(backup)
  }

  private static func write(_ text: String, to path: String, _ mode: mode_t) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { return false }
    let bytes = Array(text.utf8)
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    let isSynced = count == bytes.count && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
    return close(descriptor) == 0 && isSynced
  }
}

/// Why a file could not be changed.
public struct SetupFailure: Error, CustomStringConvertible {
  let path: String
  let code: Int32

  /// One sentence that says what happened.
  public var description: String {
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return "\(path) could not be written (\(reason)); nothing was changed in it"
  }
}
