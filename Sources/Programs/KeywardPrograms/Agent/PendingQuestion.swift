import KeywardTerminal
import SecureMemory

struct PendingQuestion {
  let path: String
  let file: AskFile
  let identity: [Int]
  /// The reason why the question is not asked; nil if it is.
  let refusal: String?
  private let content: [UInt8]
  private let owner: UInt32

  init?(_ path: String) {
    // The identity is taken before reading, so that a change in between is noticed.
    guard let identity = PathWatch.identity(of: path), let read = Self.read(path),
      let file = AskFile(read.bytes)
    else { return nil }
    self.path = path
    self.file = file
    self.identity = identity
    content = read.bytes
    owner = read.owner
    let distrust =
      PathTrustError.first(to: path, leadingTo: read.place) ?? AnswerSocket.distrust(file.socket)
    refusal = distrust.map { "\($0.clause), so the question in \(path) is not asked" }
  }

  /// True if the file still has the same identity and content.
  ///
  /// The identity is not enough, since a file can be written twice within one tick of its time
  /// stamps.
  var isUnchanged: Bool {
    PathWatch.identity(of: path) == identity && Self.read(path).map { $0.bytes == content } ?? false
  }

  private static func read(_ path: String) -> SmallFile? {
    try? SmallFile(path, atMost: 65_536)
  }

  func summary(_ end: String) -> String {
    "\(Sanitizer().clean(file.message, as: .line)): \(end)"
  }

  // MARK: The asking process

  /// Returns the claim that the process named in the file is the caller; nil if none is named.
  ///
  /// `VerifiedCaller` accepts the claim only if the process belongs to the owner of the file.
  func claim(on system: CallerSystem = .current) -> CallerClaim? {
    file.process.map { CallerClaim(process: $0, user: owner, host: system.nodeName) }
  }

  /// Returns the text shown instead of the caller's name if the claim could not be verified.
  func unverifiedCaller(on system: CallerSystem = .current) -> PromptText {
    let user = CallerSystem.userName(of: owner, in: system.users)
    return .own(.askedByUnverified, [user])
  }

  var folder: String { FilePath.folder(of: path) ?? "." }
}
