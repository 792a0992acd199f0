import SmallFiles
import TerminalUI

/// A question as its file was found: what it says, and whose it is.
struct PendingQuestion {
  let path: String
  let file: AskFile
  /// The file and its state.
  let identity: FileIdentity
  private let content: [UInt8]
  private let owner: UInt32

  /// Reads the question at a path; nil where there is none.
  init?(_ path: String) {
    // Looked at before it is read: what changes in between is seen as a change.
    guard let identity = FileIdentity(path), let read = Self.read(path),
      let file = AskFile(read.bytes)
    else { return nil }
    self.path = path
    self.file = file
    self.identity = identity
    content = read.bytes
    owner = read.owner
  }

  /// Whether the file still says what it said.
  ///
  /// A file may be written twice within a tick of the clock that its times are taken from, so its
  /// content is looked at too.
  var isUnchanged: Bool {
    FileIdentity(path) == identity && Self.read(path).map { $0.bytes == content } ?? false
  }

  private static func read(_ path: String) -> SmallFile? {
    try? SmallFile(path, atMost: 65_536)
  }

  /// The question and how it ended, in a line: `Disk vda: answered`.
  func told(_ end: String) -> String {
    "\(Sanitizer().clean(file.message, as: .line)): \(end)"
  }

  // MARK: Who asks

  /// The process the file names, which must be one of the user whose the file is.
  func claim(on system: CallerSystem = .current) -> CallerClaim? {
    file.process.map { CallerClaim(process: $0, user: owner, host: system.nodeName) }
  }

  /// What is said where the file names no such process.
  func unverifiedCaller(on system: CallerSystem = .current) -> String {
    let user = UserName.name(of: owner, in: system.users)
    return "asked by an unverified process, file of \(user)"
  }

  /// The folder the file is in.
  var folder: String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
