import Glibc
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// Answers the questions of systemd on a terminal, one at a time.
///
/// A question is dropped when its file is gone, its process has ended or its time limit is reached.
/// The first answer wins. A rewritten question is asked again, and the text typed for the old one
/// is wiped.
package final class PasswordAgent {
  /// The maximum length of an answer in bytes.
  package static var longestAnswer: Int { 4000 }

  private let directories: [PathWatch]
  private let clock: Clock
  private let report = StandardStreams.report
  /// The questions that are not asked again although their files still exist.
  ///
  /// The key is the path of a file, and the value is its `PathWatch.identity`. A new file at the
  /// same path has another identity, so it is a new question.
  private var done: [String: [Int]] = [:]
  private var rewritten: Set<String> = []
  /// The terminal that the agent was started for, whose end ends the agent; -1 for none.
  private let terminal: Int32

  /// Starts to watch the existing folders of `directories`; throws if none can be watched.
  ///
  /// The agent ends with the terminal whose path is `terminal`.
  package init(
    directories: [String], terminal: String = "/dev/tty", clock: Clock = .monotonic
  ) throws(CommandFailure) {
    self.clock = clock
    self.terminal = unsafe open(terminal, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    let distrusted = directories.compactMap { path in
      FilePath.type(of: path).flatMap { _ in PathTrustError.first(to: path) }.map { (path, $0) }
    }
    let refusals = distrusted.map { path, error in
      "\(error.clause), so the questions in \(path) are not asked"
    }
    self.directories = directories.filter { path in !distrusted.contains { $0.0 == path } }
      .map { PathWatch(folder: $0) }.filter(\.isWatching)
    if self.directories.isEmpty, let refusal = refusals.first {
      throw CommandFailure("\(refusal); name a folder that only you or root can change")
    }
    refusals.forEach(report.warn)
    guard !self.directories.isEmpty else {
      throw CommandFailure(
        "no folder with questions to watch (\(directories.joined(separator: ", "))); name a folder "
          + "with --directory")
    }
  }

  deinit { if terminal >= 0 { close(terminal) } }

  package static func defaultDirectories(lookup: (String) -> String?) -> [String] {
    let own = LendingSocket.runtimeFolder(environment: lookup)
    return (["/run"] + [own].compactMap(\.self)).map { $0 + "/systemd/ask-password" }
  }

  // MARK: Running

  /// Answers questions until a signal ends the program, the terminal is gone, or a prompt ends with
  /// a request to switch the computer off.
  package func run(asking host: PromptHost, on terminal: CalledTerminal) -> ExitStatus {
    report.writeLine("Waiting for questions in \(places); Ctrl-C stops the agent.")
    while true {
      if let question = next() {
        if let status = ask(question, host, on: terminal) { return status }
        continue
      }
      let code = wait(host.watch)
      if let signal = terminal.takeSignal(host.watch) { ProcessExit.die(by: signal) }
      guard code == 0 else {
        report.complain(TerminalError.wait(code: code).description)
        return .failed
      }
      // A process that ignores SIGHUP gets no signal.
      if isHungUp { return DialogueOutcome.hungUp.afterHangUp(host.watch).status }
    }
  }

  private var isHungUp: Bool { terminal >= 0 && !InnerTerminal.isThere(terminal) }

  private var places: String { directories.map(\.path).joined(separator: " and ") }

  /// Waits for a change, and returns 0 or the `errno` of a refused wait.
  private func wait(_ watch: borrowing SignalWatch) -> Int32 {
    var list = PollList()
    for directory in directories { list.watch(directory.descriptor) }
    list.watch(watch.descriptor)
    list.watch(terminal, for: [])
    let code = list.wait()
    directories.forEach { $0.discardEvents() }
    return code
  }

  func next() -> PendingQuestion? {
    let paths = directories.flatMap { Self.questions(in: $0.path) }
    done = done.filter { paths.contains($0.key) }
    rewritten.formIntersection(paths)
    for path in paths {
      guard done[path] == nil || done[path] != PathWatch.identity(of: path),
        let question = PendingQuestion(path)
      else { continue }
      done[path] = question.identity
      guard isAlive(question.file) else { continue }
      guard let refusal = question.refusal else { return question }
      report.warn(refusal)
    }
    return nil
  }

  private static func questions(in folder: String) -> [String] {
    entryNames(in: folder).filter { $0.hasPrefix("ask.") }.map { folder + "/" + $0 }.sorted()
  }

  private func isAlive(_ question: AskFile) -> Bool {
    if question.hasEnded(at: UInt64(clock.now * 1_000_000)) { return false }
    guard let process = question.process else { return true }
    return kill(process, 0) == 0 || errno == EPERM
  }

  // MARK: One question

  /// A question that is being asked, with the events that end it.
  struct Asking {
    fileprivate let question: PendingQuestion
    fileprivate let watched: PathWatch
    fileprivate let socket: AnswerSocket
    /// The asking process; -1 if the question names none.
    fileprivate let process: Int32
    let request: DialogueRequest
  }

  private func ask(
    _ question: PendingQuestion, _ host: PromptHost, on terminal: CalledTerminal
  ) -> ExitStatus? {
    guard let asking = begin(question) else { return nil }
    defer { host.memory.wipe() }
    let result = Result { () throws(TerminalError) in
      try host.ask(asking.request, on: terminal)
    }
    terminal.release()
    return finish(asking, result, host.memory)
  }

  /// Watches a question from now on; nil if it has changed, so that it must be read again.
  func begin(_ question: PendingQuestion) -> Asking? {
    let watched = PathWatch(file: question.path)
    // The file may have vanished or changed before the watch began.
    guard question.isUnchanged else {
      done[question.path] = nil
      return nil
    }
    let socket = AnswerSocket(question.file.socket)
    let process = question.file.process.map { platform_pidfd_open($0) } ?? -1
    var request = request(question)
    request.endings = [watched.descriptor, process]
    rewritten.remove(question.path)
    return Asking(
      question: question, watched: watched, socket: socket, process: process, request: request)
  }

  /// Sends the answer if the asking process still waits for it.
  ///
  /// Returns the exit status if the program must end; nil to continue with the next question.
  func finish(
    _ asking: Asking, _ result: Result<DialogueOutcome, TerminalError>, _ memory: PromptMemory
  ) -> ExitStatus? {
    let (question, watched, process) = (asking.question, asking.watched, asking.process)
    defer { if process >= 0 { close(process) } }
    let outcome: DialogueOutcome
    switch result {
    case .success(let ended): outcome = ended
    case .failure(.busy):
      // Nobody has been asked yet; the next scan of the folder finds the question again if it still
      // exists.
      done[question.path] = nil
      return nil
    case .failure(let error):
      let isExact = error == .orphanedInBackground || error.ofPlace != nil
      report.complain(isExact ? error.description : Self.noTerminal)
      return .failed
    }
    // Use a descriptor to check whether the process has ended: its ID stays in use until its parent
    // waits for it.
    let isWaiting = process < 0 || !VerifiedCaller.hasEnded(process)
    let isUnchanged = question.isUnchanged
    // A file opened for writing and closed unchanged counts as a change too.
    if !isUnchanged || watched.hasChanged && outcome.isGone {
      done[question.path] = nil
      rewritten.insert(question.path)
    }
    return settle(
      outcome, question, isWanted: isUnchanged && isWaiting && isAlive(question.file),
      isRewritten: watched.hasChanged, to: asking.socket, memory)
  }

  private static let noTerminal =
    "the terminal cannot be used; start the agent on another terminal"

  private func settle(
    _ outcome: DialogueOutcome, _ question: PendingQuestion, isWanted: Bool, isRewritten: Bool,
    to socket: AnswerSocket, _ memory: PromptMemory
  ) -> ExitStatus? {
    if case .signalled(let signal) = outcome { ProcessExit.die(by: signal) }
    if outcome.isGone, isWanted, !isRewritten {
      report.complain(Self.noTerminal)
      return .failed
    }
    guard isWanted else {
      let isThere = isRewritten && PathWatch.identity(of: question.path) != nil
      let end = outcome == .timedOut ? Self.isLate : isThere ? Self.isNew : Self.isGone
      report.writeLine(question.summary(end))
      return nil
    }
    switch outcome {
    case .submitted:
      let isSent = send(to: socket) { descriptor in
        do throws(SecretWriteError) {
          try memory.fields[0].text.write(
            to: descriptor, after: Self.answerPrefix, newline: false)
          return true
        } catch {
          return false
        }
      }
      if isSent { report.writeLine(question.summary("answered")) }
    case .cancelled:
      let isSent = send(to: socket) { StandardStreams.write("-", to: $0) == 0 }
      if isSent { report.writeLine(question.summary("cancelled")) }
    case .timedOut: report.writeLine(question.summary(Self.isLate))
    case .poweredOff: return .powerOff
    default: break
    }
    return nil
  }

  /// The byte before the secret in the datagram that answers systemd.
  private static let answerPrefix: [UInt8] = [0x2b]

  private static let isLate = "not answered in time"
  private static let isNew = "asked again, since it has changed"
  private static let isGone = "withdrawn, or answered elsewhere"

  private func request(_ question: PendingQuestion) -> DialogueRequest {
    let file = question.file
    var request = DialogueRequest()
    request.question.isVisible = file.echoes
    request.question.prompt = .own(file.echoes ? .answer : .password)
    request.question.description = file.message.text
    request.question.title = file.identifier
    request.caller = question.claim()
    request.unverifiedCaller = question.unverifiedCaller()
    request.origin = question.folder
    if rewritten.contains(question.path) {
      request.question.error = .own(.questionChanged)
    }
    request.hidesLength = file.isSilent
    request.timeout = .never
    if let end = file.notAfter { request.timeout = .at(Double(end) / 1_000_000) }
    return request
  }

  private func send(to socket: AnswerSocket, _ body: (Int32) -> Bool) -> Bool {
    if let reason = socket.refusal {
      report.complain(Self.notHandedOver(reason))
      return false
    }
    // Wait for room: a write to a full socket without a reader would block.
    let end = MonotonicTime.now + 1
    guard !pollOne(socket.descriptor, for: .output, until: end).isEmpty else {
      report.complain("no program is reading the question's socket, so the answer was not sent")
      return false
    }
    guard body(socket.descriptor) else {
      report.complain(Self.notHandedOver(systemSentence(errno)))
      return false
    }
    return true
  }

  private static func notHandedOver(_ reason: String) -> String {
    "the answer could not be sent (\(reason)); only root can answer system-wide questions, so "
      + "start the agent with sudo"
  }
}
