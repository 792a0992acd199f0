import Glibc
import KeywardPrograms
import SecureMemory

struct SetupChange {
  let file: SetupFile
  /// The changed lines with `-` or `+` in front; empty if the file needs no change.
  let difference: [String]

  let old: SmallFile?
  let new: String
  let isUndoing: Bool
  let copies: SetupCopies
  /// The path and text of the backup from before setup added our lines; nil if no backup matches.
  let former: (path: String, text: String)?
  let missingFolders: Int

  init(_ file: SetupFile, undoing: Bool) throws(SetupFailure) {
    self.file = file
    isUndoing = undoing
    do throws(FileError) {
      old = try SmallFile(file.path, atMost: SetupFile.longest)
    } catch {
      guard case .system(ENOENT) = error else {
        if error == .system(EACCES) { try file.checkOwner() }
        throw SetupFailure(path: file.path, what: "could not be read (\(error.reason))")
      }
      old = nil
      if !undoing, let target = FilePath.missingTarget(of: file.path) {
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
        file.applied(to: content, madeFolders: old == nil ? missingFolders : nil)
      }
    difference = SetupFile.difference(from: content, to: new)
  }

  enum Outcome: Hashable, Sendable {
    case written
    /// `backup` is the path of the old version.
    case changed(backup: String)
    case removed
  }

  /// Finds the newest backup that differs from the file only in the lines that setup added.
  ///
  /// The backup also shows whether the last line originally ended with LF.
  private static func former(
    _ file: SetupFile, of content: String, among copies: SetupCopies
  ) -> (path: String, text: String)? {
    let found = file.parsed(content)
    guard found.isApplied else { return nil }
    return copies.newest { text in
      // The lines in the copy may be those of another installation.
      file.parsed(file.applied(to: text)).others == found.others
    }
  }

  /// Throws if the file needs a change that would fail, or if the file is read-only.
  func check() throws(SetupFailure) {
    guard !difference.isEmpty else { return }
    try file.checkOwner()
    if !isUndoing, !file.isUnderstood(in: new) {
      let lines = file.lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
      throw SetupFailure(
        path: file.path, what: "is not written as lines of “name: value”",
        advice: "the file was not changed; add these settings yourself: \(lines)")
    }
    guard let old else { return }
    // The user removed this permission on purpose, but a rename would ignore it.
    if old.mode & S_IWUSR == 0 {
      throw SetupFailure(path: file.path, what: "is read-only (chmod u+w makes it writable)")
    }
    if old.names > 1 {
      throw SetupFailure(
        path: file.path,
        what: "has \(old.names) hard links, of which setup would change only one",
        stopsAll: true)
    }
    if keepsCopy, copies.place(for: old.bytes) == nil {
      throw SetupFailure(
        path: file.path, what: "already has the maximum number of backups",
        advice: "move a backup, such as \(copies.paths.last ?? ""), to another folder.")
    }
  }

  /// True if setup copies the file before changing it.
  ///
  /// A file that already contains our lines is not the original, so it is not copied.
  var keepsCopy: Bool {
    !isUndoing && old.map { !file.isApplied(in: $0.bytes.text) } ?? false
  }

  /// Removes the backups that equal the file, because they are no longer needed.
  ///
  /// If the file does not exist, the folders that setup created for it are also removed.
  /// `kept` are the backups that differ from the file.
  func tidy() throws(SetupFailure) -> (removed: [String], kept: [String], folders: [String]) {
    let now = try? SmallFile(file.path, atMost: SetupFile.longest)
    let found = copies.compared(with: now?.bytes)
    for path in found.same where unsafe unlink(path) != 0 {
      throw SetupFailure(
        path: path, what: "could not be removed (\(FileError.system(errno).reason))",
        advice: "it equals \(file.path), so it is no longer needed; remove it yourself.")
    }
    let isGone = FilePath.type(of: file.path) == nil
    return (found.same, found.other, isGone ? FilePath.removeMarkedFolders(above: file.path) : [])
  }
}

/// The copies of a file, made beside it before setup added lines.
///
/// A copy may be the only file with its content, so it is never overwritten. If a copy exists, the
/// name of the new copy ends with a number.
struct SetupCopies {
  /// `.bashrc.before-keyward`, `.bashrc.before-keyward-2`, and so on.
  private let places: [String]

  init(of path: String) {
    let first = path + ".before-keyward"
    places = [first] + (2...9).map { "\(first)-\($0)" }
  }

  /// The paths of the existing copies.
  ///
  /// Links and folders are left out, because setup never makes any.
  var paths: [String] {
    places.filter { FilePath.type(of: $0) == S_IFREG }
  }

  func newest(where meets: (String) -> Bool) -> (path: String, text: String)? {
    for path in paths.reversed() {
      guard let bytes = Self.bytes(of: path) else { continue }
      let text = bytes.text
      if Array(text.utf8) == bytes, meets(text) { return (path, text) }
    }
    return nil
  }

  /// Returns the path of the last copy if its content is `bytes`, otherwise the path after it.
  ///
  /// Returns nil if a new copy is needed but the last of the possible paths is in use.
  func place(for bytes: [UInt8]) -> (path: String, isNew: Bool)? {
    // The path follows all others, so that the newest copy is the last.
    guard let last = places.lastIndex(where: { FilePath.type(of: $0) != nil }) else {
      return (places[0], true)
    }
    if FilePath.type(of: places[last]) == S_IFREG, Self.bytes(of: places[last]) == bytes {
      return (places[last], false)
    }
    return last + 1 < places.count ? (places[last + 1], true) : nil
  }

  /// Divides the copies into those that equal `bytes`, the content of the file, and the others.
  ///
  /// If `bytes` is nil because there is no file, all copies are in `other`.
  func compared(with bytes: [UInt8]?) -> (same: [String], other: [String]) {
    var (same, other): ([String], [String]) = ([], [])
    for path in paths {
      if let bytes, Self.bytes(of: path) == bytes { same.append(path) } else { other.append(path) }
    }
    return (same, other)
  }

  private static func bytes(of path: String) -> [UInt8]? {
    (try? SmallFile(path, atMost: SetupFile.longest))?.bytes
  }
}

struct SetupFailure: Error, CustomStringConvertible {
  let path: String
  let what: String
  var advice = "the file was not changed; add or remove the lines yourself."
  /// True if setup must change no file at all because of this failure.
  ///
  /// It is true for a file of another user, a file with hard links and a failed write. It is false
  /// for a read-only file and a file that is not text, because setup can skip these files.
  var stopsAll = false

  var description: String { "\(path) \(what); \(advice)" }
}

// Setup refuses to change files of other users, who could not read them afterwards.
extension SetupFile {
  /// Throws unless the user owns the home folder; the error names `command` for the right user.
  static func check(home: String, command: String) throws(SetupFailure) {
    guard let owner = owner(of: home), owner != geteuid() else { return }
    let advice =
      owner == 0
      ? "set HOME to your own home folder, or run the command as root (sudo -H \(command))."
      : "run the command as that user: sudo -H -u \(word(owner)) \(command)"
    throw failure(home, belongsTo: owner, advice: advice)
  }

  /// Throws if the file belongs to another user.
  ///
  /// If there is no file, the nearest existing folder above it must belong to the user.
  func checkOwner() throws(SetupFailure) {
    // The deepest visible place counts: another user's folder may hide the parts below it.
    let places = [path] + FilePath.folders(above: path) + ["/"]
    guard let place = places.first(where: { Self.owner(of: $0) != nil }),
      let owner = Self.owner(of: place), owner != geteuid()
    else { return }
    let command = "sudo chown \(Self.word(geteuid())) \(place.shellWord)"
    throw Self.failure(
      place, belongsTo: owner,
      advice: "take over the file or folder with \(command), or, to set up Keyward for "
        + "\(Self.name(owner)), run `keyward setup` as that user.")
  }

  private static func failure(
    _ path: String, belongsTo owner: uid_t, advice: String
  ) -> SetupFailure {
    SetupFailure(
      path: path, what: "belongs to \(name(owner)), but setup is running as \(name(geteuid()))",
      advice: "nothing was changed: \(advice)", stopsAll: true)
  }

  /// The owner of a file, with symbolic links resolved; nil if the file is missing or inaccessible.
  private static func owner(of path: String) -> uid_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_uid : nil
  }

  private static func name(_ user: uid_t) -> String {
    CallerSystem.userName(of: user, in: CallerSystem.current.users)
  }

  /// Returns the user as an argument of `sudo` or `chown`: the name, or the number as `'#1000'`.
  private static func word(_ user: uid_t) -> String {
    let name = name(user)
    return name.isShellWord ? name : "'#\(user)'"
  }
}
