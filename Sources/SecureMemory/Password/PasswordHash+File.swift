import Glibc
import SmallFiles

extension PasswordHash {
  /// Reads a password file: one hash on one line.
  ///
  /// Never reads more than a hash is long, and nothing but a regular file.
  ///
  /// - Parameter path: The file.
  /// - Throws: `PasswordHashError.unreadable` or `.badFile`.
  public init(contentsOfFile path: String) throws(PasswordHashError) {
    let bytes: [UInt8]
    do throws(FileTrouble) {
      bytes = try SmallFile(path, atMost: PasswordHashFormat.longest + 1).bytes
    } catch {
      switch error {
      case .system(let code): throw .unreadable(path: path, code: code)
      case .notRegular: throw .badFile(path: path, reason: "it is not a regular file")
      case .tooLong: throw .badFile(path: path, reason: "it is too long")
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
  /// Whoever reads the path finds the whole old file or the whole new one: it is written beside it,
  /// synced and renamed.
  ///
  /// - Parameter path: The file, which is replaced where it exists.
  /// - Throws: `PasswordHashError.unwritable`, or `.notReplaceable` for a device, folder or the like,
  ///   with nothing left behind.
  public func write(toFile path: String) throws(PasswordHashError) {
    do throws(FileTrouble) {
      try SmallFile.replace(path, with: Array(text.utf8) + [0x0a])
    } catch {
      throw PasswordHashError(error, at: path)
    }
  }

  /// Tries whether a hash could be written to `path`, before anybody types what is to be hashed.
  ///
  /// Nothing is left behind. What only the renaming at the end can show it does not find, such as
  /// somebody else's file in a folder where everybody may write but rename their own only.
  ///
  /// - Throws: `PasswordHashError`, as `write(toFile:)` would.
  public static func checkWritable(toFile path: String) throws(PasswordHashError) {
    do throws(FileTrouble) {
      try SmallFile.checkReplacing(path)
    } catch {
      throw PasswordHashError(error, at: path)
    }
  }
}

extension PasswordHashError {
  /// Why a password file was not written.
  fileprivate init(_ trouble: FileTrouble, at path: String) {
    self =
      trouble == .notRegular
      ? .notReplaceable(path: path) : .unwritable(path: path, code: trouble.code)
  }
}
