import Glibc
import KeywardPrograms
import SecureMemory

/// A change of one file, shown before it is made.
struct SetupChange {
  let file: SetupFile
  /// The changed lines, one each; empty if the file is as wanted.
  let difference: [String]

  let old: SmallFile?
  let new: String
  let isUndoing: Bool
  let copies: SetupCopies
  /// The copy of the file from before our present lines.
  let former: (path: String, text: String)?
  let missingFolders: Int

  init(_ file: SetupFile, undoing: Bool) throws(SetupFailure) {
    self.file = file
    isUndoing = undoing
    do throws(FileError) {
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

  enum Outcome: Hashable, Sendable {
    case written
    /// The file is as wanted; its old version is at this path.
    case changed(backup: String)
    /// The file is gone, since setup had made it.
    case removed
  }

  struct Tidying: Hashable, Sendable {
    /// The paths of removed copies, which were equal to the file.
    let removed: [String]
    /// The paths of remaining copies, which differ from it.
    let kept: [String]
    /// The empty folders made for a file that somebody has removed since.
    let folders: [String]
  }

  /// The copy from before our lines, if only they have changed since; unlike the file, it has the
  /// last byte too.
  private static func former(
    _ file: SetupFile, of content: String, among copies: SetupCopies
  ) -> (path: String, text: String)? {
    let found = file.toldApart(content)
    guard found.isApplied else { return nil }
    return copies.newest { text in
      // Our lines in the copy may be those of another installation.
      file.toldApart(file.applied(to: text)).others == found.others
    }
  }

  /// Checks if the change may be made, as far as that shows without trying.
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
    // A user who took the right to write away did so on purpose; a rename would not ask.
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

  /// True to keep a copy of the present file; a file with our lines is not the original.
  var keepsCopy: Bool {
    !isUndoing && old.map { !file.isApplied(in: $0.bytes.text) } ?? false
  }

  func make() throws(SetupFailure) -> Outcome {
    try SetupStep(self).commit()
  }

  /// Removes the copies equal to the undone file, and the folders made for it if it is gone.
  func tidy() throws(SetupFailure) -> Tidying {
    let now = try? SmallFile(file.path, atMost: SetupFile.longest)
    let found = copies.compared(with: now?.bytes)
    for path in found.same where unsafe unlink(path) != 0 {
      throw SetupFailure(
        path: path, what: "could not be removed (\(FileError.system(errno).reason))",
        advice: "it says the same as \(file.path), so remove it yourself.")
    }
    let isGone = FilePath.type(of: file.path) == nil
    return Tidying(
      removed: found.same, kept: found.other,
      folders: isGone ? FilePath.removeMarkedFolders(above: file.path) : [])
  }
}
