import Glibc
import KeywardPrograms
import SecureMemory

/// A change of one file, shown before it is made.
struct SetupChange {
  let file: SetupFile
  /// The changed lines, one element each; empty if the file needs no change.
  let difference: [String]

  let old: SmallFile?
  let new: String
  let isUndoing: Bool
  let copies: SetupCopies
  /// The copy of the file that was made before our present lines were added.
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
          to: content, madeFolders: old == nil ? missingFolders : nil)
      }
    difference = SetupFile.difference(from: content, to: new)
  }

  enum Outcome: Hashable, Sendable {
    case written
    /// The file was changed; its old version is at this path.
    case changed(backup: String)
    /// The file was removed, since setup had created it.
    case removed
  }

  /// The copy from before our lines, if only these lines have changed since; it still has the
  /// original end of the last line.
  private static func former(
    _ file: SetupFile, of content: String, among copies: SetupCopies
  ) -> (path: String, text: String)? {
    let found = file.parsed(content)
    guard found.isApplied else { return nil }
    return copies.newest { text in
      // Our lines in the copy may be those of another installation.
      file.parsed(file.applied(to: text)).others == found.others
    }
  }

  /// Checks whether the change can be made, as far as that is known without trying.
  func check() throws(SetupFailure) {
    guard !difference.isEmpty else { return }
    try SetupOwner.check(file.path)
    if !isUndoing, !file.isUnderstood(in: new) {
      let lines = file.lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
      throw SetupFailure(
        path: file.path, what: "is not written as lines of “name: value”",
        advice: "nothing was changed in it, so add this yourself: \(lines)")
    }
    guard let old else { return }
    // A user who removed write permission did so on purpose; a rename would ignore it.
    if old.mode & S_IWUSR == 0 {
      throw SetupFailure(path: file.path, what: "is write-protected (chmod u+w removes this)")
    }
    if old.names > 1 {
      throw SetupFailure(
        path: file.path,
        what: "has \(old.names) hard links, of which setup would change only one",
        stopsAll: true)
    }
    if keepsCopy, copies.place(for: old.bytes) == nil {
      throw SetupFailure(
        path: file.path, what: "already has the maximum number of copies beside it",
        advice: "move the last one away (\(copies.paths.last ?? "")).")
    }
  }

  /// True to keep a copy of the present file; a file with our lines is not the original.
  var keepsCopy: Bool {
    !isUndoing && old.map { !file.isApplied(in: $0.bytes.text) } ?? false
  }

  /// Removes the copies equal to the undone file and, if that was removed, the empty folders
  /// created for it.
  ///
  /// It returns the paths of what it removed, and of the copies that differ from the file.
  func tidy() throws(SetupFailure) -> (removed: [String], kept: [String], folders: [String]) {
    let now = try? SmallFile(file.path, atMost: SetupFile.longest)
    let found = copies.compared(with: now?.bytes)
    for path in found.same where unsafe unlink(path) != 0 {
      throw SetupFailure(
        path: path, what: "could not be removed (\(FileError.system(errno).reason))",
        advice: "it has the same content as \(file.path), so remove it yourself.")
    }
    let isGone = FilePath.type(of: file.path) == nil
    return (
      found.same, found.other, isGone ? FilePath.removeMarkedFolders(above: file.path) : []
    )
  }
}

/// The copies of a file, beside it, that were made before our lines were added.
///
/// No copy is ever overwritten, since its content may be nowhere else: the next copy gets a number.
struct SetupCopies {
  /// The possible paths of copies: `.bashrc.before-keyward`, `.bashrc.before-keyward-2`, and so on.
  private let places: [String]

  init(of path: String) {
    let first = path + ".before-keyward"
    places = [first] + (2...9).map { "\(first)-\($0)" }
  }

  /// The existing copies; links and folders of these names are not ours.
  var paths: [String] {
    places.filter { FilePath.type(of: $0) == S_IFREG }
  }

  /// The newest copy that is text and meets a condition, with its text.
  func newest(where meets: (String) -> Bool) -> (path: String, text: String)? {
    for path in paths.reversed() {
      guard let bytes = Self.bytes(of: path) else { continue }
      let text = bytes.text
      if Array(text.utf8) == bytes, meets(text) { return (path, text) }
    }
    return nil
  }

  /// The path for a copy of a file, and whether it must be written; nil if all paths are taken.
  func place(for bytes: [UInt8]) -> (path: String, isNew: Bool)? {
    // Use a path after all others, so that the newest copy is the last.
    guard let last = places.lastIndex(where: { FilePath.type(of: $0) != nil }) else {
      return (places[0], true)
    }
    if FilePath.type(of: places[last]) == S_IFREG, Self.bytes(of: places[last]) == bytes {
      return (places[last], false)
    }
    return last + 1 < places.count ? (places[last + 1], true) : nil
  }

  /// Divides the copies into those equal to the file and the others; nil if there is no file.
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

/// The reason why a file could not be changed.
struct SetupFailure: Error, CustomStringConvertible {
  let path: String
  let what: String
  var advice = "nothing was changed in it, so add or remove the lines yourself."
  /// True if the other files stay unchanged too.
  ///
  /// A file of another user stops all changes, and so does one that could not be written or kept. A
  /// file that is left out, since it is write-protected or not text, stops no other file.
  var stopsAll = false

  var description: String { "\(path) \(what); \(advice)" }
}

/// Keeps setup from changing files of other users, who could not read them afterwards.
enum SetupOwner {
  /// Checks that the home folder belongs to the user; the error has `command` for the right user.
  static func check(home: String, command: String) throws(SetupFailure) {
    guard let owner = owner(of: home), owner != geteuid() else { return }
    let advice =
      owner == 0
      ? "set HOME to your own home folder, or run the command as root (sudo -H \(command))."
      : "run the command as that user: sudo -H -u \(word(owner)) \(command)"
    throw failure(home, belongsTo: owner, advice: advice)
  }

  /// Checks that a file, or else the folder for it, belongs to this user.
  static func check(_ path: String) throws(SetupFailure) {
    // Use the deepest visible place: another user's folder may hide the parts below it.
    let places = [path] + FilePath.folders(above: path) + ["/"]
    guard let place = places.first(where: { owner(of: $0) != nil }), let owner = owner(of: place),
      owner != geteuid()
    else { return }
    let command = "sudo chown \(word(geteuid())) \(place.shellWord)"
    throw failure(
      place, belongsTo: owner,
      advice: "take over the file or folder with \(command), or, to set up Keyward for "
        + "\(name(owner)), run `keyward setup` as that user.")
  }

  private static func failure(
    _ path: String, belongsTo owner: uid_t, advice: String
  ) -> SetupFailure {
    SetupFailure(
      path: path, what: "belongs to \(name(owner)), but setup is running as \(name(geteuid()))",
      advice: "nothing was changed: \(advice)", stopsAll: true)
  }

  /// The owner of a file or folder, following symbolic links; nil if it is missing or hidden.
  private static func owner(of path: String) -> uid_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_uid : nil
  }

  private static func name(_ user: uid_t) -> String {
    CallerSystem.userName(of: user, in: CallerSystem.current.users)
  }

  /// A user as `sudo` and `chown` accept it: the name, or the number in quotes.
  private static func word(_ user: uid_t) -> String {
    let name = name(user)
    return name.isShellWord ? name : "'#\(user)'"
  }
}
