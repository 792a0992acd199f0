import KeywardEngine
import SecretCommands

/// Writes the records that prompts read in place of the user's keyboard files.
enum RecordWriting {
  /// Writes the record of a file beside it.
  ///
  /// - Parameters:
  ///   - path: a file in the user's folder.
  ///   - library: the keyboards.
  /// - Returns: whether it was written; a keyboard with a panel from another file of the user gets
  ///   none.
  /// - Throws: `CommandFailure` for a file with faults, or if nothing can be written.
  @discardableResult
  static func write(
    ofFile path: String, in library: KeyboardLibrary
  ) throws(CommandFailure) -> Bool {
    let record: (path: String, bytes: [UInt8])?
    do throws(KeyboardLibraryError) { record = try library.recordFile(of: path) } catch {
      throw Keyboards.failure(error)
    }
    guard let record else { return false }
    _ = try ImportTarget(record.path, record.bytes, keepsFormer: false).commit()
    return true
  }
}
