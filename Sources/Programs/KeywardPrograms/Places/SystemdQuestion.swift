import Glibc
import KeywardEngine
import KeywardTerminal
import SecureMemory

/// A question for systemd's password agents, which a desktop, a console or `keyward agent` answers.
///
/// A file in systemd's folder of questions has the text, and names the socket for the answer. Only
/// root and this user can reach that socket. Both are removed when the question ends.
private final class SystemdQuestion {
  private let file: String
  private let socket: String
  let descriptor: Int32

  /// Makes the socket and the file; `end` is the time on the monotonic clock at which it expires.
  init(
    _ text: String, isVisible: Bool, until end: Double, in folder: String
  ) throws(TerminalError) {
    let mark = "\(getpid())-\(String(UInt64(MonotonicTime.now * 1e9), radix: 16))"
    file = folder + "/ask.keyward-" + mark
    socket = folder + "/sck.keyward-" + mark
    descriptor = LocalAddress.socket(SOCK_DGRAM)
    let code = LocalAddress(path: socket).map { $0.bind(descriptor) } ?? ENAMETOOLONG
    guard code == 0, unsafe chmod(socket, S_IRUSR | S_IWUSR) == 0 else {
      let code = code == 0 ? errno : code
      throw .refused("systemd's agents cannot be asked in \(folder) (\(systemSentence(code)))")
    }
    let expiry = end.isFinite ? UInt64(end * 1e6) : 0
    let content = """
      [Ask]
      PID=\(getpid())
      Socket=\(socket)
      AcceptCached=0
      Echo=\(isVisible ? 1 : 0)
      NotAfter=\(expiry)
      Icon=dialog-password
      Id=keyward:\(getpid())
      Message=\(text)

      """
    do throws(FileError) {
      let staged = try StagedFile(
        for: folder + "/tmp.keyward-" + mark, bytes: Array(content.utf8),
        as: .mode(S_IRUSR | S_IWUSR))
      try staged.commit(replacing: false)
    } catch {
      throw .refused("systemd's agents cannot be asked in \(folder) (\(error))")
    }
    // An agent reads a file of this name at once, so it gets the name when it is complete.
    guard unsafe rename(folder + "/tmp.keyward-" + mark, file) == 0 else {
      let code = errno
      unsafe unlink(folder + "/tmp.keyward-" + mark)
      throw .refused("systemd's agents cannot be asked in \(folder) (\(systemSentence(code)))")
    }
  }

  deinit {
    unsafe unlink(file)
    unsafe unlink(socket)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads a message, and puts the answer into a field; nil if there is no message yet.
  ///
  /// A message begins with `+` and the answer, which a NUL ends, or is `-` if the person declined.
  func take(into field: SecretField, through buffer: inout SecretBuffer) -> Outcome? {
    guard
      case .bytes(let count) = buffer.fill(from: descriptor, at: 0, upTo: buffer.capacity)
    else { return nil }
    defer { buffer.wipe() }
    return buffer.withBytes { bytes in
      guard bytes.byte(0) == UInt8(ascii: "+") else { return .cancelled }
      // A longer message would have been cut.
      guard count < bytes.byteCount else { return .refused }
      var end = 1
      while end < count, bytes.byte(end) != 0 { end += 1 }
      if end == 1 { return .empty }
      return field.fill(bytes.extracting(1..<end)) ? .taken : .refused
    }
  }

  enum Outcome {
    case taken
    case empty
    /// The rules of the field refuse the answer, which is not kept.
    case refused
    case cancelled
  }
}

extension PromptHost {
  /// Asks for a text through systemd's password agents, for the process that started this one.
  ///
  /// `output` is the descriptor whose reader waits for the answer, or -1. Throws an error if there
  /// is no folder for questions.
  func askThroughSystemd(
    _ question: Question, in language: Language, output: Int32
  ) throws(TerminalError) -> DialogueOutcome {
    guard let folder = Self.systemdFolder(lookup: environmentVariable) else {
      throw .refused("systemd has no folder for questions of yours")
    }
    let field = memory.fields[question.field]
    let policy = memory.ring.isLocked ? MemoryLockPolicy.required : .allowUnlocked
    var buffer: SecretBuffer
    do throws(SecretMemoryError) {
      buffer = try SecretBuffer(capacity: SecretBuffer.largestCapacity, policy: policy)
    } catch {
      throw .refused(error.description)
    }
    let end = question.end ?? question.timeout.map { clock.now + $0 } ?? .infinity
    var error = question.error.text(in: language)
    var needsText = question.refusesEmpty || question.confirmsEmpty
    while true {
      field.removeAll()
      let asked = try SystemdQuestion(
        question.line(error: error, in: language), isVisible: question.isVisible, until: end,
        in: folder)
      var answer: SystemdQuestion.Outcome?
      while answer == nil {
        if let ended = try wait(for: asked.descriptor, until: end, output: output) { return ended }
        answer = asked.take(into: field, through: &buffer)
      }
      switch answer {
      case nil, .taken: return asker.isUnchanged() ? .submitted : .askerChanged
      case .cancelled: return .cancelled(.escape)
      case .refused: error = language[.notAllowed]
      case .empty:
        guard needsText else { return asker.isUnchanged() ? .submitted : .askerChanged }
        // The second empty answer is meant.
        needsText = question.refusesEmpty
        error = language[.nothingTyped]
      }
    }
  }

  /// Waits for an answer; returns the outcome of a question that ends without one.
  private func wait(
    for answers: Int32, until end: Double, output: Int32
  ) throws(TerminalError) -> DialogueOutcome? {
    var list = PollList()
    while true {
      list.removeAll()
      let signals = list.watch(watch.descriptor)
      let place = list.watch(answers)
      let reader = list.watch(output, for: [])
      list.watch(asker.ends)
      let code = list.wait(until: end)
      guard code == 0 else { throw .wait(code: code) }
      if list.hasEvents(at: signals), let signal = watch.take().ending { return .signalled(signal) }
      if list.hasEvents(at: place) { return nil }
      if list.hasEvents(from: reader) { return .abandoned }
      if clock.now >= end { return .timedOut }
    }
  }

  /// Returns the folder in which this user can put a question: the user's own, or root's; nil for
  /// none.
  static func systemdFolder(lookup: (String) -> String?) -> String? {
    PasswordAgent.defaultDirectories(lookup: lookup).last { folder in
      unsafe access(folder, W_OK) == 0 && FilePath.type(of: folder) == S_IFDIR
        && PathTrustError.first(toOwnFolder: folder, withoutRights: 0o022) == nil
    }
  }
}
