import Glibc
import SmallFiles

/// A change of one file, shown before it is made.
public struct SetupChange {
  /// The file.
  public let file: SetupFile
  /// What changes, one line each; nothing where the file is as wanted.
  public let difference: [String]

  private let old: SmallFile?
  private let new: String
  private let isUndoing: Bool

  /// Looks what is to be done.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - undoing: Whether our lines are to go.
  /// - Throws: `SetupFailure` where there is something that cannot be read.
  public init(_ file: SetupFile, undoing: Bool) throws(SetupFailure) {
    self.file = file
    isUndoing = undoing
    do throws(FileTrouble) {
      old = try SmallFile(file.path, atMost: SetupFile.longest)
    } catch {
      guard case .system(ENOENT) = error else {
        throw SetupFailure(path: file.path, what: "could not be read (\(error.reason))")
      }
      old = nil
      if !undoing, let target = file.missingTarget {
        throw SetupFailure(
          path: file.path, what: "is a link to \(target), which does not exist",
          advice: SetupFile.adviceForMissingTarget + ", then try again.")
      }
    }
    let content = old?.bytes.text ?? ""
    guard Array(content.utf8) == old?.bytes ?? [] else {
      throw SetupFailure(path: file.path, what: "is not text in UTF-8")
    }
    new =
      undoing
      ? Self.former(file, of: content) ?? file.undone(from: content) : file.applied(to: content)
    difference = SetupFile.difference(from: content, to: new)
  }

  /// What a change did.
  public enum Outcome: Hashable, Sendable {
    /// The file is there as wanted; it was not there before.
    case written
    /// The file is as wanted; as it was is at this path.
    case changed(backup: String)
    /// There is no file any more, as there was none before.
    case removed
  }

  /// The file as it was, beside it.
  private var backup: String { Self.backup(of: file) }

  private static func backup(of file: SetupFile) -> String { file.path + ".before-keyward" }

  /// The content before our lines came, where nothing but them has changed since: to the last byte.
  private static func former(_ file: SetupFile, of content: String) -> String? {
    guard let bytes = try? SmallFile(backup(of: file), atMost: SetupFile.longest).bytes else {
      return nil
    }
    let text = bytes.text
    return Array(text.utf8) == bytes && file.applied(to: text) == content ? text : nil
  }

  /// Makes the change: a backup beside the file, then the new content by renaming.
  ///
  /// - Returns: What was done.
  /// - Throws: `SetupFailure`, with the file as it was.
  public func make() throws(SetupFailure) -> Outcome {
    // Whoever took the right to write away did so on purpose; a rename would not ask.
    if let old, old.mode & S_IWUSR == 0 {
      throw SetupFailure(path: file.path, what: "is write-protected (chmod u+w lifts that)")
    }
    let hasBackup = unsafe access(backup, F_OK) == 0
    // A link was there before: we make none.
    if isUndoing, new.isEmpty, !hasBackup, !FilePath.isLink(file.path) {
      guard unsafe unlink(file.path) == 0 else { throw failure(.system(errno)) }
      return .removed
    }
    makeFolders()
    do throws(FileTrouble) {
      guard let old else {
        try SmallFile.replace(try target, with: Array(new.utf8))
        return .written
      }
      // With our lines in it, it is not the file as it was.
      let isAsItWas = !file.isApplied(in: old.bytes.text)
      if isAsItWas {
        try SmallFile.replace(backup, with: old.bytes, mode: old.mode & 0o777)
      }
      try SmallFile.replace(try target, with: Array(new.utf8), mode: old.mode & 0o777)
      return isAsItWas || hasBackup ? .changed(backup: backup) : .written
    } catch {
      throw failure(error)
    }
  }

  /// A link is followed, so that a file kept elsewhere is changed where it is.
  private var target: String {
    get throws(FileTrouble) {
      if let real = unsafe realpath(file.path, nil) {
        defer { unsafe free(real) }
        return unsafe String(cString: real)
      }
      var status = stat()
      guard unsafe lstat(file.path, &status) != 0 else { throw .system(ENOENT) }
      return file.path
    }
  }

  private func makeFolders() {
    for (index, character) in zip(file.path.indices, file.path)
    where character == "/" && index > file.path.startIndex {
      _ = unsafe mkdir(String(file.path[..<index]), 0o700)
    }
  }

  private func failure(_ trouble: FileTrouble) -> SetupFailure {
    SetupFailure(path: file.path, what: "could not be written (\(trouble.reason))")
  }
}

/// Why a file could not be changed.
public struct SetupFailure: Error, CustomStringConvertible {
  let path: String
  let what: String
  /// What to do.
  var advice = "nothing was changed in it, so add or remove the lines yourself."

  /// One sentence that says what happened and what to do.
  public var description: String { "\(path) \(what); \(advice)" }
}
