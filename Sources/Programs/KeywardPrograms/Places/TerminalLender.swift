import Glibc
import KeywardEngine
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// The lender's socket, and the programs of this user that are connected to it.
///
/// No call waits for a peer. A peer is dropped if it belongs to another user, is silent, or sends
/// an unexpected message. Several programs can borrow the terminal at once: they lock it in turn.
struct TerminalLender: ~Copyable {
  struct Loan {
    fileprivate let connection: Int32
    fileprivate let process: Int32
    fileprivate var deadline: Double
    /// The program that wants or has the terminal; nil while the peer has no request.
    fileprivate(set) var asker: Asker?
    fileprivate(set) var words = ""
    fileprivate(set) var isLent = false
    /// The outcome that the program reported for its dialogue; nil until it reports one.
    fileprivate(set) var end: LendingMessage.End?
    fileprivate var isOver = false
  }

  /// The seconds of silence after which a peer is dropped.
  private static let longestSilence = 2.0
  /// The seconds between two looks whether a borrower was stopped while it has the terminal.
  private static let stopLook = 0.5
  private static let mostLoans = 16
  private static let mostWaiting = 8
  /// The maximum number of loans that a process gets in a minute without an answer.
  ///
  /// A process that borrows in a loop would otherwise take keys that are typed for other programs.
  private static let mostUnanswered = 4

  private var socket: Int32
  private let path: String
  var language = Language.english
  /// False if borrowers cannot lock the terminal, so that only one at a time may have it.
  private var canLock = true
  private(set) var loans: [Loan] = []
  /// The times of the loans since the last answer, by the process that borrowed.
  private var unanswered: [Int32: [Double]] = [:]

  init(_ kind: LendingSocket.Kind) throws(CommandFailure) {
    guard let name = LendingSocket(new: kind) else {
      throw CommandFailure(
        LendingSocket.refusal(environment: environmentVariable)
          ?? "the folder for sockets was removed; try again.")
    }
    let socket = unsafe platform_lending_listen(name.path)
    guard socket >= 0 else {
      throw CommandFailure("\(name.path) could not be created (\(systemSentence(errno))).")
    }
    platform_lending_take_no_files(socket)
    (self.socket, path) = (socket, name.path)
    // The other lenders look who gets the next question.
    noteTyping()
  }

  init(to path: String) throws(CommandFailure) {
    let connection = unsafe platform_lending_connect(path)
    guard connection >= 0 else {
      throw CommandFailure("no program is listening on \(path) (\(systemSentence(errno))).")
    }
    platform_lending_take_no_files(connection)
    (socket, self.path) = (-1, path)
    add(connection, at: MonotonicTime.now)
  }

  deinit { end() }

  private func end() {
    if socket >= 0 {
      unsafe unlink(path)
      Glibc.close(socket)
    }
    for loan in loans { Self.dismiss(loan) }
  }

  /// Closes a connection.
  ///
  /// A borrower first learns that we take the terminal back, since it restores the terminal itself
  /// if we are gone. A borrower that was stopped would keep the terminal.
  private static func dismiss(_ loan: Loan) {
    if loan.isLent {
      _ = LendingMessage.end(.withdrawn).send(to: loan.connection)
      if ProcessStat(loan.process)?.isStopped == true { kill(loan.process, SIGCONT) }
    }
    Glibc.close(loan.connection)
  }

  /// Removes the socket and drops all peers.
  ///
  /// A process that exits calls this, because its `deinit` does not run.
  mutating func close() {
    end()
    (socket, loans) = (-1, [])
  }

  var folder: String { FilePath.folder(of: path) ?? "" }

  /// Notes that somebody has typed on the terminal, so that it gets the next question.
  func noteTyping() { if socket >= 0 { LendingSocket.noteTyping(at: path) } }

  /// The process of the lender that gets the next question; nil if it is this one, or unknown.
  var successor: Int32? {
    guard socket >= 0, let first = LendingSocket.first, first.path != path else { return nil }
    return first.process
  }

  /// Adds the lender's descriptors to the list; after an event on any of them, call `step(at:)`.
  func watch(on list: inout PollList) {
    list.watch(isFull ? -1 : socket)
    for loan in loans { list.watch(loan.connection) }
  }

  var isFull: Bool { loans.count >= Self.mostLoans }

  var isUnused: Bool { socket < 0 && loans.isEmpty }

  /// The time at which the next silent peer must be dropped by `step(at:)`, or the next look for a
  /// stopped borrower is due; infinite for none.
  var deadline: Double {
    let look = isLent ? MonotonicTime.now + Self.stopLook : .infinity
    return min(look, loans.filter { $0.asker == nil }.map(\.deadline).min() ?? .infinity)
  }

  /// True if a program has requested the terminal and can get it.
  var isAsked: Bool {
    // A borrower reports its answer before it has restored the terminal.
    (canLock || !isLent) && loans.contains { $0.asker != nil && !$0.isLent && !$0.isOver }
  }

  var hasReportedEnd: Bool { loans.allSatisfy { !$0.isLent || $0.end != nil } }

  var isLent: Bool { loans.contains { $0.isLent && !$0.isOver } }

  /// Accepts connections, reads from them and drops them, without blocking.
  mutating func step(at now: Double) {
    for place in loans.indices { receive(at: place, now) }
    while socket >= 0, !isFull {
      let connection = platform_lending_accept(socket)
      guard connection >= 0 else { break }
      add(connection, at: now)
    }
  }

  private mutating func add(_ connection: Int32, at now: Double) {
    guard let peer = LendingSocket.peer(of: connection), peer.user == geteuid() else {
      Glibc.close(connection)
      return
    }
    loans.append(
      Loan(
        connection: connection, process: peer.process, deadline: now + Self.longestSilence))
    receive(at: loans.count - 1, now)
  }

  private mutating func receive(at place: Int, _ now: Double) {
    while !loans[place].isOver {
      switch LendingMessage.receive(from: loans[place].connection) {
      case .message(.request(let asker), _)
      where loans[place].asker == nil || loans[place].isLent:
        guard !isRefused(loans[place].process, at: now) else {
          loans[place].isOver = true
          return
        }
        loans[place].asker = asker
        loans[place].words = asker.description(in: language)
        (loans[place].isLent, loans[place].end) = (false, nil)
      case .message(.end(let end), _) where loans[place].isLent:
        loans[place].end = end
        if end == .answered { unanswered[loans[place].process] = nil }
      case .nothing:
        loans[place].isOver = loans[place].asker == nil && now >= loans[place].deadline
        return
      case .message, .refused: loans[place].isOver = true
      }
    }
  }

  private mutating func isRefused(_ process: Int32, at now: Double) -> Bool {
    unanswered = unanswered.mapValues { $0.filter { now < $0 + 60 } }.filter { !$0.value.isEmpty }
    return unanswered[process, default: []].count >= Self.mostUnanswered
  }

  /// Reports a new size of the terminal to its borrowers, to which the kernel does not report it.
  func reportResize() {
    for loan in loans where loan.isLent && loan.process > 0 { kill(loan.process, SIGWINCH) }
  }

  /// Ends the loan of a borrower that was stopped by force while it keeps the terminal.
  ///
  /// Nobody reads the terminal then, and its Ctrl-C sends no signal. A borrower that stops on
  /// request has left the terminal and unlocked it.
  mutating func dropStoppedBorrower(on session: inout TerminalSession) {
    guard isLent else { return }
    let holder = session.lockHolder
    guard loans.contains(where: { $0.isLent && $0.process == holder }),
      ProcessStat(holder)?.isStopped == true
    else { return }
    for place in loans.indices where loans[place].process == holder { loans[place].isOver = true }
  }

  /// Ends the loans of programs that have not reported an end; they leave the terminal then.
  mutating func dropBorrowers() {
    for place in loans.indices where loans[place].isLent && loans[place].end == nil {
      loans[place].isOver = true
    }
  }

  /// Lends the terminal at `path` to each program that has requested one.
  ///
  /// Each program gets a new open file description, because a duplicate of our descriptor would
  /// share our lock and our file status flags. After `su` the device still belongs to the user
  /// before and cannot be opened, but `/dev/tty` can, if `isOurs`: the terminal is the controlling
  /// one, and nothing else takes it from a borrower without a lock. A key that is typed within
  /// `typing` seconds is for another program, and so are those that follow it.
  mutating func lend(_ path: String, isOurs: Bool = false, typing: Double = 0) {
    var values: [String: String] = [:]
    for name in LendingMessage.variables { values[name] = environmentVariable(name) }
    values["KEYWARD_TTY"] = path
    values[LendingMessage.typing] = typing > 0 ? "\(typing)" : nil
    for place in loans.indices where loans[place].asker != nil && !loans[place].isLent {
      guard isAsked else { return }
      let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
      var terminal = unsafe open(path, flags)
      if terminal < 0, errno == EACCES, isOurs {
        terminal = unsafe open("/dev/tty", flags)
        canLock = false
      }
      guard terminal >= 0 else { return refuse() }
      let isSent = LendingMessage.terminal(values).send(to: loans[place].connection, with: terminal)
      Glibc.close(terminal)
      loans[place].isLent = isSent
      unanswered[loans[place].process, default: []].append(MonotonicTime.now)
      if !isSent { loans[place].isOver = true }
    }
  }

  /// Drops the programs that have requested the terminal, so that they search for another place.
  mutating func refuse() {
    for place in loans.indices where !loans[place].isLent { loans[place].isOver = true }
  }

  mutating func makeRoom() { loans[0].isOver = true }

  /// Ends all loans.
  ///
  /// A program that reported the end of its dialogue stays connected, because it may ask again.
  mutating func endLoans() {
    for place in loans.indices where loans[place].isLent {
      guard loans[place].end != nil else {
        loans[place].isOver = true
        continue
      }
      (loans[place].asker, loans[place].isLent, loans[place].deadline) = (nil, false, .infinity)
    }
    let waiting = loans.indices.filter { loans[$0].deadline == .infinity && !loans[$0].isLent }
    for place in waiting.dropLast(Self.mostWaiting) { loans[place].isOver = true }
  }

  /// Closes the connections of the ended loans and returns the loans that had the terminal.
  mutating func takeEnded() -> [Loan] {
    let ended = loans.filter(\.isOver)
    loans.removeAll(where: \.isOver)
    for loan in ended { Self.dismiss(loan) }
    return ended.filter(\.isLent)
  }
}

extension TerminalSession {
  /// The maximum time in seconds that borrowers get to leave the terminal.
  private static let longestEnd = 1.0

  /// Takes the terminal back with `take` once the borrowers, whose loans were ended, have left it.
  ///
  /// Returns false if they have not left it in time, or another program is in the foreground; also
  /// if a terminating signal arrives after a first one, `signal`. Signals are left for the loop.
  mutating func takeBack<E: Error>(
    _ watch: borrowing SignalWatch, after signal: Int32?,
    _ take: (inout TerminalSession) throws(E) -> Bool
  ) throws(E) -> Bool {
    let end = MonotonicTime.now + Self.longestEnd
    var (list, release) = (PollList(), ReleaseWait())
    var signals = NotedSignals()
    defer {
      release.end(on: &self)
      watch.putBack(signals)
    }
    while !isInBackground, MonotonicTime.now < end {
      if try take(&self) { return true }
      list.removeAll()
      list.watch(watch.descriptor)
      release.watch(&self, on: &list)
      list.wait(until: min(end, release.nextLook(after: MonotonicTime.now)))
      release.hasCome(to: &self, in: list)
      signals.add(watch.take())
      if signal != nil, signals.ending != nil { break }
    }
    // The borrowers leave echo to us.
    if !isInBackground { restoreFound() }
    return false
  }
}
