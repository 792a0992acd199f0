import Glibc
import KeywardEngine
import KeywardPrograms
import SecureMemory

/// The file of an imported keyboard, written beside its final place.
///
/// `commit` then renames it, so a full disk or a signal leaves the old file unchanged.
final class ImportTarget {
  let path: String
  private let staged: StagedFile
  private let former: StagedFile?
  private var folders: [String]

  private static let formerSuffix = ".before"
  private static let longest = 1 << 20

  /// Writes the file beside its final place, and a copy of the existing file if its content
  /// differs.
  init(_ path: String, _ bytes: [UInt8]) throws(CommandFailure) {
    do throws(FileError) {
      let target = try SmallFile.place(of: path)
      self.path = target
      folders = try FilePath.makeFolders(FilePath.missingFolders(above: target), above: target)
      let mode = S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH
      staged = try StagedFile(for: target, bytes: bytes, as: .mode(mode & ~Self.mask))
      former = try Self.former(of: target, bytes)
    } catch {
      let advice = error.advice.map { "; \($0)" } ?? ""
      throw CommandFailure("\(path) cannot be written (\(error.reason))\(advice).")
    }
  }

  deinit {
    staged.discard()
    former?.discard()
    for folder in folders.reversed() { unsafe rmdir(folder) }
  }

  /// Puts the file in its place; returns the path of the copy, if there is one.
  func commit() throws(CommandFailure) -> String? {
    do throws(FileError) {
      try former?.commit(replacing: true)
      try staged.commit(replacing: true)
    } catch {
      throw CommandFailure("\(path) cannot be written (\(error.reason)).")
    }
    folders = []
    return former?.path
  }

  /// A copy of the existing file; nil if there is none, or if it differs from the new one only in
  /// its first line, which has the date.
  private static func former(of path: String, _ bytes: [UInt8]) throws(FileError) -> StagedFile? {
    let file: SmallFile
    do throws(FileError) {
      file = try SmallFile(path, atMost: longest)
    } catch {
      if error == .system(ENOENT) { return nil }
      throw error
    }
    func rest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
      Array(bytes.drop { $0 != UInt8(ascii: "\n") })
    }
    if rest(file.bytes) == rest(bytes) { return nil }
    return try StagedFile(for: path + formerSuffix, bytes: file.bytes, as: .mode(file.mode))
  }

  private static var mask: mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }
}
