import Glibc
import SmallFiles

extension PasswordHash {
  /// Reads a password file: one hash on one line.
  ///
  /// It never reads more bytes than a hash has, and only regular files.
  ///
  /// - Parameter path: The file.
  /// - Throws: `PasswordHashError.unreadable` or `.badFile`.
  public init(contentsOfFile path: String) throws(PasswordHashError) {
    let bytes: [UInt8]
    do throws(FileTrouble) {
      bytes = try SmallFile(path, atMost: PasswordHashFormat.longest + 1).bytes
    } catch {
      switch error {
      case .notRegular: throw .badFile(path: path, reason: error.reason)
      case .tooLong: throw .badFile(path: path, reason: "it is too long")
      default: throw .unreadable(path: path, code: error.code)
      }
    }
    let line = bytes.last == 0x0a ? bytes.dropLast() : bytes[...]
    guard let text = String(validating: line, as: UTF8.self) else {
      throw .badFile(path: path, reason: "it is not text")
    }
    do throws(PasswordHashError) {
      try self.init(text: text)
    } catch {
      guard case .badHash(let reason) = error else { throw error }
      throw .badFile(path: path, reason: reason)
    }
  }

  /// Writes the hash and a line feed as a file only its owner can read.
  ///
  /// A reader of the path finds the whole old file or the whole new one: it is written beside the
  /// old one, synced and renamed. If the path is a link, its target is replaced.
  ///
  /// - Parameters:
  ///   - path: The file, which is replaced if it holds a hash and belongs to this user.
  ///   - replacesAnything: Whether any other regular file may be replaced too.
  /// - Throws: `PasswordHashError`, with nothing left behind: `.unwritable`, `.notReplaceable` for
  ///   a device, folder or the like, `.holdsNoHash` or `.ownedByAnother`.
  public func write(
    toFile path: String, replacingAnything replacesAnything: Bool = false
  ) throws(PasswordHashError) {
    let staged = try Self.staged(for: path, replacesAnything, Array(text.utf8) + [0x0a])
    // Writing takes a while on a slow disk, and other programs go on meanwhile.
    let isThere = try Self.target(of: path, replacesAnything).isThere
    do throws(FileTrouble) {
      try staged.commit(isThere || replacesAnything ? .replacing : .new)
    } catch {
      throw PasswordHashError(error, at: path)
    }
  }

  /// Tries if a hash could be written to `path`, before anybody types the password.
  ///
  /// Nothing is left behind.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - replacesAnything: Whether any regular file may be replaced.
  /// - Throws: `PasswordHashError`, like `write(toFile:replacingAnything:)`.
  package static func checkWritable(
    toFile path: String, replacingAnything replacesAnything: Bool = false
  ) throws(PasswordHashError) {
    // As long as a hash, so that a full disk shows too.
    let bytes = [UInt8](repeating: 0, count: PasswordHashFormat.longest + 1)
    try staged(for: path, replacesAnything, bytes).discard()
  }

  /// A new file beside the file of a hash for `path`.
  private static func staged(
    for path: String, _ replacesAnything: Bool, _ bytes: [UInt8]
  ) throws(PasswordHashError) -> StagedFile {
    let target = try target(of: path, replacesAnything).path
    do throws(FileTrouble) {
      return try StagedFile(for: target, bytes: bytes, as: .mode(S_IRUSR | S_IWUSR))
    } catch {
      throw PasswordHashError(error, at: path)
    }
  }

  /// The place of a hash for `path`, and whether it holds a file that may be replaced.
  private static func target(
    of path: String, _ replacesAnything: Bool
  ) throws(PasswordHashError) -> (path: String, isThere: Bool) {
    let place: String
    do throws(FileTrouble) {
      place = try SmallFile.place(of: path)
      try SmallFile.checkPlace(place)
    } catch {
      throw PasswordHashError(error, at: path)
    }
    var status = stat()
    guard unsafe lstat(place, &status) == 0 else { return (place, false) }
    if replacesAnything { return (place, true) }
    guard status.st_uid == geteuid() else { throw .ownedByAnother(path: path) }
    guard status.st_size > 0 else { throw .holdsNoHash(path: path, reason: "it is empty") }
    do throws(PasswordHashError) {
      _ = try PasswordHash(contentsOfFile: place)
    } catch {
      switch error {
      case .badFile(_, let reason): throw .holdsNoHash(path: path, reason: reason)
      case .unreadable(_, let code):
        throw .holdsNoHash(path: path, reason: systemSentence(code))
      default: throw error
      }
    }
    return (place, true)
  }
}

extension PasswordHashError {
  /// The error for a password file that was not written.
  fileprivate init(_ trouble: FileTrouble, at path: String) {
    self =
      trouble == .notRegular
      ? .notReplaceable(path: path) : .unwritable(path: path, code: trouble.code)
  }
}
