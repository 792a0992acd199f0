import Glibc
import KeywardEngine
import KeywardTerminal
import SecureMemory

package struct LendCommand: SecretCommand {
  package static let name = "lend"
  package static let summary = "Lend this terminal to programs that have no terminal to ask on."
  package static let discussion = """
    Waits until Ctrl-C. When gpg, ssh, sudo, git or keyward itself has no terminal to ask on, or its \
    terminal is in use by another program, the question appears here. The first row names the asking \
    program. Afterwards one line reports the program and the outcome. The asking program reads \
    what you type directly from the terminal; the text does not pass through keyward lend.

    Programs reach keyward lend through a socket in $XDG_RUNTIME_DIR/keyward or, if that variable \
    is not set, in /run/user/UID/keyward or /tmp/keyward-UID; only programs of the same user are \
    served. If several terminals are lent, the question appears on the one you typed on last: Enter in \
    an idle one chooses it.
    """

  package var once = false
  package var to: String?
  package var settings: ProgramSettings

  package init(_ settings: ProgramSettings) { self.settings = settings }

  package static let groups = [
    OptionGroup<Self>([
      .flag("once", "End after one dialogue.") { $0.once = true },
      .value(
        "to", .text("SOCKET", offers: .files),
        "Connect to this socket, and lend only to the program that listens on it."
      ) { $0.to = $1 },
    ])
  ]

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    var environment = settings.environment
    // Terminal names in the environment belong to another window.
    if to != nil { environment.device = nil }
    var preparation = settings.preparation(
      { _ in Sandbox(.no) }, faultSentence: "keyward: the program crashed\n")
    preparation.consoleFont = nil
    let host = try prepareHost(preparation, &hardening)
    let session = try orFail { try TerminalSession.alone(environment: environment) }
    let language = environment.shownLanguage
    guard let initial = termios(of: session.descriptor) else {
      throw CommandFailure(TerminalError.settings(code: errno))
    }
    let path = try Self.path(of: session)
    var lender = try lender()
    lender.language = language
    let others = to == nil ? PathWatch(timesIn: lender.folder) : nil
    var lending = LentTerminal(
      session: session, memory: host.memory, path: path, language: language, lender: lender,
      settings: initial, endsAfterOne: once || to != nil, others: others)
    if to == nil { lending.writeLine(language[.waiting]) }
    let signal = try orFail { try lending.run(host.watch) }
    _ = consume lending
    if let signal { ProcessExit.die(by: signal) }
    return .done
  }

  static func path(of session: borrowing TerminalSession) throws(CommandFailure) -> String {
    guard let path = TerminalSession.devicePath(of: session.descriptor) else {
      throw CommandFailure("the path of this terminal is unknown, so it cannot be lent.")
    }
    return path
  }

  private func lender() throws(CommandFailure) -> TerminalLender {
    guard let to else { return try TerminalLender(.lend) }
    return try TerminalLender(to: to)
  }
}

private struct LentTerminal: ~Copyable {
  var session: TerminalSession
  let memory: PromptMemory
  let path: String
  let language: Language
  var lender: TerminalLender
  /// The original settings of the terminal, which are restored after each loan.
  let settings: termios
  let endsAfterOne: Bool
  /// The watch on the sockets of all lenders; nil for the terminal of a single program.
  let others: PathWatch?
  /// The process of the lender that gets the next question; nil if it is this one.
  var successor: Int32?
  /// The ended loans that are not reported yet, because another dialogue still has the terminal.
  var ended: [TerminalLender.Loan] = []
  /// The rest of an answer that was still being typed when the longest time of swallowing ended.
  var rest: StrayKeys?
  /// True from the beginning of a loan until the settings are restored.
  var isLent = false
  var list = PollList()
  var release = ReleaseWait()

  /// Lends the terminal until a signal arrives or the terminal is gone.
  ///
  /// Returns the signal; nil if the terminal is gone. If `endsAfterOne` is true, also returns nil
  /// after the first loan.
  mutating func run(_ watch: borrowing SignalWatch) throws(TerminalError) -> Int32? {
    do {
      return try serve(watch)
    } catch {
      // The borrower leaves the echo to us.
      if isLent { try? endLoan(watch) }
      throw error
    }
  }

  private mutating func serve(_ watch: borrowing SignalWatch) throws(TerminalError) -> Int32? {
    while true {
      // The request may arrive with the connection.
      if !lender.isAsked { try wait(watch) }
      let signals = watch.take()
      if let signal = signals.ending {
        if isLent { try endLoan(watch, after: signal) }
        return signal
      }
      if signals.windowChanged { lender.reportResize() }
      if signals.stopRequested {
        if isLent { try endLoan(watch) }
        _ = watch.suspend(wholeGroup: false)
      }
      guard hasTerminal else { return nil }
      if !isLent {
        dropLines()
        followOthers()
      }
      lender.step(at: MonotonicTime.now)
      if lender.isAsked {
        // Refuse in the background, where a shell reads the terminal.
        isLent = session.isInForeground
        if isLent {
          let isRest = rest?.areExpected(at: MonotonicTime.now) == true
          let reaction = others == nil ? StrayKeys.reaction : 0
          lender.lend(path, isOurs: isOurs, typing: isRest ? StrayKeys.pause : reaction)
        } else {
          lender.refuse()
        }
      }
      lender.dropStoppedBorrower(on: &session)
      ended += lender.takeEnded()
      if !ended.isEmpty, try reportEnds(watch), endsAfterOne { return nil }
      // A borrower may stay connected, to ask again later.
      if hasEndedLoans, try session.claim() {
        restore()
        session.unlock()
      }
      if endsAfterOne, lender.isUnused, ended.isEmpty { return nil }
      // Idle peers must not keep other programs out.
      if lender.isFull, try session.claim() {
        session.unlock()
        lender.makeRoom()
      }
    }
  }

  /// Drops lines that somebody has typed on the idle terminal, which thereby gets the next question.
  private mutating func dropLines() {
    guard others != nil, session.isInForeground, !pollOne(session.descriptor).isEmpty
    else { return }
    tcflush(session.descriptor, TCIFLUSH)
    lender.noteTyping()
  }

  /// Reports the lender that now gets the questions instead of this one.
  private mutating func followOthers() {
    guard let others, others.hasChanged else { return }
    others.discardEvents()
    let before = successor
    successor = lender.successor
    guard before == nil, let successor, let process = ProcessStat(successor) else { return }
    let terminal = TerminalSession.devicePath(ofNumber: process.terminal) ?? "?"
    writeLine(language[.questionsElsewhere, terminal, process.shownName, "\(successor)"])
  }

  private var isOurs: Bool { tcgetsid(session.descriptor) == getsid(0) }

  private var hasTerminal: Bool { InnerTerminal.isThere(session.descriptor) }

  private mutating func wait(_ watch: borrowing SignalWatch) throws(TerminalError) {
    list.removeAll()
    list.watch(watch.descriptor)
    let takesLines = others != nil && !isLent && session.isInForeground
    list.watch(session.descriptor, for: takesLines ? .input : [])
    list.watch(isLent ? -1 : others?.descriptor ?? -1)
    lender.watch(on: &list)
    let needsTerminal = !ended.isEmpty || hasEndedLoans || lender.isFull
    if needsTerminal { release.watch(&session, on: &list) } else { release.end(on: &session) }
    let look = needsTerminal ? release.nextLook(after: MonotonicTime.now) : .infinity
    let code = list.wait(until: min(lender.deadline, look))
    guard code == 0 else { throw .wait(code: code) }
    if needsTerminal { release.hasCome(to: &session, in: list) }
  }

  /// Restores the terminal and reports the ended loans.
  ///
  /// Returns false if another dialogue has the terminal.
  private mutating func reportEnds(
    _ watch: borrowing SignalWatch
  ) throws(TerminalError) -> Bool {
    guard try session.claim() else { return false }
    defer { session.unlock() }
    restore()
    if ended.contains(where: { $0.end == nil }) { try swallowRest(watch) }
    report(ended)
    ended = []
    return true
  }

  private func report(_ loans: [TerminalLender.Loan]) {
    for loan in loans {
      if [.answered, .declined, .cancelled].contains(loan.end) { lender.noteTyping() }
      let end = language[loan.end?.phrase ?? .endedUnanswered]
      writeLine("\(Self.time) \(loan.words): \(end)")
    }
  }

  private var hasEndedLoans: Bool { isLent && lender.hasReportedEnd }

  private mutating func restore() {
    isLent = !lender.hasReportedEnd
    session.answerMayGoOn = false
    guard let present = termios(of: session.descriptor),
      !present.isSame(as: settings)
    else { return }
    // A borrower that ends in order has left its screen, and leaves echo to us.
    if !present.isSame(as: settings.withoutEcho) {
      _ = session.send(ControlSequence.leaveAfterKill + "\r\n")
    }
    settings.apply(to: session.descriptor, TCSAFLUSH)
    tcflush(session.descriptor, TCIFLUSH)
  }

  /// Ends the loan for a signal, and swallows the rest of an answer.
  private mutating func endLoan(
    _ watch: borrowing SignalWatch, after signal: Int32? = nil
  ) throws(TerminalError) {
    if signal == nil { lender.dropBorrowers() } else { lender.close() }
    let dropped = lender.takeEnded()
    let isTaken = try session.takeBack(watch, after: signal) { session throws(TerminalError) in
      guard session.isInForeground else { return false }
      return try session.claim()
    }
    if isTaken || session.isInForeground { restore() }
    guard isTaken else { return }
    try swallowRest(watch, after: signal)
    report(dropped)
  }

  /// Swallows the rest of an answer whose dialogue was killed.
  private mutating func swallowRest(
    _ watch: borrowing SignalWatch, after first: Int32? = nil
  ) throws(TerminalError) {
    try session.begin()
    writeLine(language[.withdrawnKeysDropped])
    var reader = InputReader(memory)
    let now = MonotonicTime.now
    reader.strayKeys = StrayKeys(after: now, until: now + StrayKeys.longest)
    let signal = reader.swallowRest(on: &session, watch: watch, after: first)
    rest = reader.strayKeys
    session.answerMayGoOn = rest != nil
    session.leave(draining: &memory.ring)
    if let signal { ProcessExit.die(by: signal) }
  }

  func writeLine(_ line: String) {
    _ = session.send(Sanitizer().clean(line, as: .line) + settings.lineEnd)
  }

  private static var time: String {
    var now = Glibc.time(nil)
    var parts = unsafe tm()
    _ = unsafe localtime_r(&now, &parts)
    return unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}
