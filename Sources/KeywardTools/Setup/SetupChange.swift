import Assuan
import Glibc
import Settings
import SmallFiles

/// A change of one file, shown before it is made.
struct SetupChange {
  /// The file.
  let file: SetupFile
  /// What changes, one line each; nothing where the file is as wanted.
  let difference: [String]

  let old: SmallFile?
  let new: String
  let isUndoing: Bool
  let copies: SetupCopies
  /// The copy of the file as it was before the lines came that are in it now.
  let former: (path: String, text: String)?
  let missingFolders: Int

  /// Looks what is to be done.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - undoing: Whether our lines are to go.
  /// - Throws: `SetupFailure` where there is something that cannot be read.
  init(_ file: SetupFile, undoing: Bool) throws(SetupFailure) {
    self.file = file
    isUndoing = undoing
    do throws(FileTrouble) {
      old = try SmallFile(file.path, atMost: SetupFile.longest)
    } catch {
      guard case .system(ENOENT) = error else {
        if error == .system(EACCES) { try SetupOwner.check(file.path) }
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
  enum Outcome: Hashable, Sendable {
    /// The file is there as wanted.
    case written
    /// The file is as wanted; as it was is at this path.
    case changed(backup: String)
    /// There is no file any more, as there was none before.
    case removed
  }

  /// What became of the copies of a file and of its folders.
  struct Tidying: Hashable, Sendable {
    /// The paths of those that said the same as the file.
    let removed: [String]
    /// The paths of those that are there still, since they differ from it.
    let kept: [String]
    /// The empty folders that were made for a file which somebody has removed since.
    let folders: [String]
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

  /// Looks whether the change may be made, as far as that shows without trying.
  ///
  /// - Throws: `SetupFailure`.
  func check() throws(SetupFailure) {
    guard !difference.isEmpty else { return }
    try SetupOwner.check(file.path)
    if !isUndoing, !file.isUnderstood(in: new) {
      let lines = file.lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
      throw SetupFailure(
        path: file.path, what: "is not written as lines of “name: value”",
        advice: "nothing was changed in it, so add yourself: \(lines)")
    }
    guard let old else { return }
    // Whoever took the right to write away did so on purpose; a rename would not ask.
    if old.mode & S_IWUSR == 0 {
      throw SetupFailure(path: file.path, what: "is write-protected (chmod u+w lifts that)")
    }
    if old.names > 1 {
      throw SetupFailure(
        path: file.path,
        what: "has \(old.names) names (hard links), of which one would be left behind",
        stopsAll: true)
    }
    if keepsCopy, copies.place(for: old.bytes) == nil {
      throw SetupFailure(
        path: file.path, what: "has copies of earlier times beside it, as many as are kept",
        advice: "move the last one away (\(copies.paths.last ?? "")).")
    }
  }

  /// Whether the file is to be kept as it is now; with our lines in it, it is not as it was.
  var keepsCopy: Bool {
    !isUndoing && old.map { !file.isApplied(in: $0.bytes.text) } ?? false
  }

  /// Makes the change, this one alone.
  ///
  /// - Returns: What was done.
  /// - Throws: `SetupFailure`, with the file as it was.
  func make() throws(SetupFailure) -> Outcome {
    try SetupStep(self).commit()
  }

  /// Takes away the copies that say the same as the file, which has been undone, and the folders made
  /// for it if it is gone.
  ///
  /// - Returns: Which went and which did not.
  /// - Throws: `SetupFailure` where one cannot be removed.
  func tidy() throws(SetupFailure) -> Tidying {
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
}
