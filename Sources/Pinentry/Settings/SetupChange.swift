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
  private let copies: SetupCopies
  /// The copy of the file as it was before the lines came that are in it now.
  private let former: (path: String, text: String)?
  private let missingFolders: Int

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
    let copies = SetupCopies(of: file.path)
    self.copies = copies
    former = Self.former(file, of: content, among: copies)
    missingFolders = FilePath.missingFolders(above: file.path)
    new =
      if undoing {
        former?.text ?? file.undone(from: content)
      } else {
        file.applied(
          to: content, origin: old == nil ? SetupOrigin(folders: missingFolders) : nil)
      }
    difference = SetupFile.difference(from: content, to: new)
  }

  /// What a change did.
  public enum Outcome: Hashable, Sendable {
    /// The file is there as wanted.
    case written
    /// The file is as wanted; as it was is at this path.
    case changed(backup: String)
    /// There is no file any more, as there was none before.
    case removed
  }

  /// What became of the copies of a file and of its folders.
  public struct Tidying: Hashable, Sendable {
    /// The paths of those that said the same as the file.
    public let removed: [String]
    /// The paths of those that are there still, since they differ from it.
    public let kept: [String]
    /// The empty folders that were made for a file which somebody has removed since.
    public let folders: [String]
  }

  /// The copy of the content before our lines came, where nothing but them has changed since: it has
  /// the last byte too.
  private static func former(
    _ file: SetupFile, of content: String, among copies: SetupCopies
  ) -> (path: String, text: String)? {
    let found = file.toldApart(content)
    guard found.isApplied else { return nil }
    return copies.newest { text in
      // Our own lines may be those of another installation.
      file.toldApart(file.applied(to: text)).others == found.others
    }
  }

  /// Makes the change: a copy beside the file, then the new content by renaming.
  ///
  /// Undoing leaves the copy, for `tidy`.
  ///
  /// - Returns: What was done.
  /// - Throws: `SetupFailure`, with the file as it was.
  public func make() throws(SetupFailure) -> Outcome {
    // Whoever took the right to write away did so on purpose; a rename would not ask.
    if let old, old.mode & S_IWUSR == 0 {
      throw SetupFailure(path: file.path, what: "is write-protected (chmod u+w lifts that)")
    }
    // With our lines in it, it is not the file as it was.
    let isAsItWas = old.map { !file.isApplied(in: $0.bytes.text) } ?? false
    let place = old.flatMap { copies.place(for: $0.bytes) }
    if isAsItWas, !isUndoing, place == nil {
      throw SetupFailure(
        path: file.path, what: "has copies of earlier times beside it, as many as are kept",
        advice: "move the last one away (\(copies.paths.last ?? "")).")
    }
    do throws(FileTrouble) {
      if isUndoing { return try undo() }
      guard let old else { return try makeFile() }
      return try apply(to: old, copy: isAsItWas ? place : nil)
    } catch {
      throw SetupFailure(path: file.path, what: "could not be written (\(error.reason))")
    }
  }

  private func makeFile() throws(FileTrouble) -> Outcome {
    do throws(FileTrouble) {
      try FilePath.makeFolders(missingFolders, above: file.path)
      try SmallFile.replace(try target, with: Array(new.utf8))
    } catch {
      FilePath.removeFolders(missingFolders, above: file.path)
      throw error
    }
    return .written
  }

  private func apply(
    to old: SmallFile, copy: (path: String, isNew: Bool)?
  ) throws(FileTrouble) -> Outcome {
    guard let copy else {
      try replace(old)
      return former.map { .changed(backup: $0.path) } ?? .written
    }
    if copy.isNew {
      try SmallFile.replace(copy.path, with: old.bytes, mode: old.mode & 0o777)
    }
    do throws(FileTrouble) {
      try replace(old)
    } catch {
      if copy.isNew { unsafe unlink(copy.path) }
      throw error
    }
    return .changed(backup: copy.path)
  }

  private func undo() throws(FileTrouble) -> Outcome {
    guard let old else { return .written }
    let origin = file.toldApart(old.bytes.text).origin
    // Earlier versions did not say which files they had made; there is no copy of those.
    let isMade = origin != nil || copies.paths.isEmpty
    // A link was there before: we make none.
    guard new.isEmpty, isMade, !FilePath.isLink(file.path) else {
      try replace(old)
      return .written
    }
    guard unsafe unlink(file.path) == 0 else { throw .system(errno) }
    FilePath.removeFolders(origin?.folders ?? 0, above: file.path)
    return .removed
  }

  private func replace(_ old: SmallFile) throws(FileTrouble) {
    try SmallFile.replace(try target, with: Array(new.utf8), mode: old.mode & 0o777)
  }

  /// Takes away the copies that say the same as the file, which has been undone, and the folders made
  /// for it if it is gone.
  ///
  /// - Returns: Which went and which did not.
  /// - Throws: `SetupFailure` where one cannot be removed.
  public func tidy() throws(SetupFailure) -> Tidying {
    let now = try? SmallFile(file.path, atMost: SetupFile.longest)
    let found = copies.compared(with: now?.bytes)
    for path in found.same where unsafe unlink(path) != 0 {
      throw SetupFailure(
        path: path, what: "could not be removed (\(FileTrouble.system(errno).reason))",
        advice: "it says the same as \(file.path), so remove it yourself.")
    }
    let isGone = FilePath.type(of: file.path) == nil
    return Tidying(
      removed: found.same, kept: found.other,
      folders: isGone ? FilePath.removeMarkedFolders(above: file.path) : [])
  }

  /// A link is followed, so that a file kept elsewhere is changed where it is.
  private var target: String {
    get throws(FileTrouble) {
      if let real = unsafe realpath(file.path, nil) {
        defer { unsafe free(real) }
        return unsafe String(cString: real)
      }
      guard FilePath.type(of: file.path) == nil else { throw .system(ENOENT) }
      return file.path
    }
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
