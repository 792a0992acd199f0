import Glibc

extension PasswordHash {
  /// Reads a password file: one hash on one line.
  ///
  /// Never reads more than a hash is long, and nothing but a regular file.
  ///
  /// - Parameter path: The file.
  /// - Throws: `PasswordHashError.unreadable` or `.badFile`.
  public init(contentsOfFile path: String) throws(PasswordHashError) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readRegularFile(path, atMost: PasswordHashFormat.longest + 1)
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
  /// - Throws: `PasswordHashError.unwritable`, with nothing left behind.
  public func write(toFile path: String) throws(PasswordHashError) {
    do throws(FileError) {
      try replaceFile(path, with: Array(text.utf8) + [0x0a])
    } catch {
      throw .unwritable(path: path, code: error.code)
    }
  }
}
