import Glibc
import KeywardEngine
import KeywardTerminal

package enum FoundPlace {
  /// The path of a terminal of the caller.
  case terminal(String)
  case borrowed(BorrowedTerminal)
}

/// Finds the terminal to ask on, for all programs of Keyward.
///
/// A terminal that another program reads is not taken, unless the environment allows it. Call this
/// before entering the sandbox, because all places except the caller's terminals need system calls
/// that the sandbox forbids.
package struct PlaceSearch {
  package var order: [Place]
  /// The role in which a fallback may replace this program; nil for none.
  package var role: Fallback.Role?
  /// The configured terminal emulator with its arguments; nil to choose an installed one.
  package var window: [String]?
  /// The configured program for other panes and windows with its arguments; nil for none.
  let elsewhere: [String]?
  /// The descriptor whose reader waits for the answer; -1 for none.
  ///
  /// The search stops once the reader is gone.
  package var output: Int32 = -1
  private let environment: TerminalEnvironment
  private let terminals: [String]
  private let asker: () -> Asker

  /// Creates a search for one asking process.
  ///
  /// `terminals` are the paths of the caller's terminals, the preferred one first; nil for the
  /// terminal of `environment`. `process` is the asking process; nil for the parent process.
  package init(
    _ settings: ProgramSettings, _ environment: TerminalEnvironment, terminals: [String]? = nil,
    for process: Int32? = nil
  ) {
    order = settings.places
    window = settings.window
    elsewhere = settings.elsewhere
    self.environment = environment
    self.terminals = terminals ?? [environment.device ?? "/dev/tty"]
    asker = { process.map { Asker(process: $0) } ?? .caller }
  }

  /// Opens a place, without beginning the session.
  package static func open(
    _ place: FoundPlace, _ environment: TerminalEnvironment
  ) throws(TerminalError) -> TerminalSession {
    switch place {
    case .terminal(let name):
      var environment = environment
      environment.device = name
      return try TerminalSession(environment: environment)
    case .borrowed(let loan):
      return try TerminalSession(loan)
    }
  }

  /// Returns the first usable place, or replaces this process with the fallback.
  package func find() throws(TerminalError) -> FoundPlace {
    var trouble: TerminalError?
    for place in order where isWanted {
      do throws(TerminalError) {
        if let found = try find(place) { return found }
      } catch {
        // The first place that exists but is not used explains most.
        trouble = trouble.flatMap { $0.ofPlace == nil ? nil : $0.besides(error) } ?? error
      }
    }
    throw trouble ?? .noPlace(tried: terminals)
  }

  /// Finds one place; throws if it exists but must not be used.
  private func find(_ place: Place) throws(TerminalError) -> FoundPlace? {
    let loan: BorrowedTerminal?
    switch place {
    case .terminal: return .terminal(try terminal())
    case .attend: loan = try borrow(suitsAttend)
    case .lender: loan = try borrow { $0 == .lend }
    case .tmux:
      loan = try helped(waitsForOthers: true) { words throws(TerminalError) in
        try TmuxServer.popup(over: terminalNames, running: words)
      }
    case .window:
      loan = try helped { words throws(TerminalError) in
        try TerminalWindow.command(elsewhere, window, running: words)
      }
    case .fallback:
      if let role,
        let sentence = Fallback.replaceProcess(for: role, environment: environmentVariable)
      {
        throw .refused(sentence + " in the configuration")
      }
      return nil
    // It shows no prompt of ours.
    case .systemd: return nil
    }
    return loan.map { .borrowed($0) }
  }

  func terminal() throws(TerminalError) -> String {
    var troubles: [TerminalError] = []
    for name in terminals {
      do throws(TerminalError) {
        let session = try Self.open(.terminal(name), environment)
        if let user = session.holdNeighbours() ?? attendOn(session) ?? questionOn(session) {
          throw .inUse(user)
        }
        return name
      } catch {
        troubles.append(error)
      }
    }
    let first = troubles.first { $0.ofPlace != nil } ?? troubles.first
    guard let first else { throw .noPlace(tried: terminals) }
    // The sentence names every terminal that was tried.
    guard case .inUse = first, let other = troubles.first(where: { $0 != first }) else {
      throw first
    }
    throw .refused("\(other.ofTerminal); \(first.description)")
  }

  /// Returns the foreground program if it is waiting for hidden input.
  private func questionOn(_ session: borrowing TerminalSession) -> TerminalUser? {
    guard !environment.takesUsedTerminal, !session.isInForeground,
      let settings = termios(of: session.descriptor),
      settings.c_lflag & (tcflag_t(ECHO) | InnerTerminal.extproc) == 0,
      !TerminalUser.isJob(on: session), let user = TerminalUser.inFront(of: session),
      ProcessStat(user.process)?.waitsForInput == true
    else { return nil }
    return user
  }

  /// Returns `keyward attend` as a user of the terminal, if it runs there.
  ///
  /// The value is also returned while `keyward attend` lends the terminal to another program.
  private func attendOn(_ session: borrowing TerminalSession) -> TerminalUser? {
    guard !environment.takesUsedTerminal else { return nil }
    let number = TerminalSession.deviceNumber(of: session.descriptor)
    let isUsed = hasSocket { if case .attend(_, outer: number) = $0 { true } else { false } }
    return isUsed ? TerminalUser(terminal: session.path, name: "", process: 0) : nil
  }

  // MARK: Lenders

  private var sockets: [LendingSocket] { LendingSocket.all(environment: environmentVariable) }

  /// A function that returns true for the socket of a `keyward attend` on one of the caller's
  /// terminals.
  var suitsAttend: (LendingSocket.Kind) -> Bool {
    let numbers = Set(terminals.compactMap { TerminalSession.deviceNumber(ofPath: $0) })
    return { kind in
      guard case .attend(let inner, let outer) = kind else { return false }
      return numbers.contains(inner) || numbers.contains(outer)
    }
  }

  /// The output; -1 if it is closed, so that it never had a reader.
  private var openOutput: Int32 { fcntl(output, F_GETFD) < 0 ? -1 : output }

  /// True unless the reader of the answer is gone.
  private var isWanted: Bool { pollOne(openOutput, for: []).isEmpty }

  var terminalNames: [String] { terminals.compactMap { TerminalSession.devicePath(ofPath: $0) } }

  private func helped(
    waitsForOthers: Bool = false,
    by starter: ([String]) throws(TerminalError) -> HelperCommand?
  ) throws(TerminalError) -> BorrowedTerminal? {
    guard let helper = LendingHelper() else {
      if let reason = LendingSocket.refusal(environment: environmentVariable) {
        throw .refused(reason)
      }
      return nil
    }
    defer { helper.close() }
    guard let command = try starter(helper.words) else { return nil }
    return helper.borrow(
      for: asker(), by: command, waitsForOthers: waitsForOthers, output: openOutput)
  }

  /// Borrows a terminal; throws if the asking program controls all of those that are lent.
  private func borrow(
    _ suits: (LendingSocket.Kind) -> Bool
  ) throws(TerminalError) -> BorrowedTerminal? {
    var isControlled = false
    for socket in sockets where suits(socket.kind) {
      let end = MonotonicTime.now + BorrowedTerminal.longestWait
      guard let connection = socket.connect(until: end),
        let lender = LendingSocket.peer(of: connection)?.process
      else { continue }
      let asker = asker()
      if asker.controls(lender: lender) {
        close(connection)
        isControlled = true
      } else if let loan = BorrowedTerminal.borrow(
        from: connection, of: lender, for: asker, until: end)
      {
        return loan
      }
    }
    guard isControlled else { return nil }
    throw .refused("the asking program itself has started the session on the lent terminal")
  }

  /// True if `order` contains the fallback, and no waiting `keyward lend` precedes it in that order.
  package var leadsToFallback: Bool {
    order.first { $0 == .fallback || $0 == .lender && hasSocket { $0 == .lend } } == .fallback
  }

  func hasSocket(_ suits: (LendingSocket.Kind) -> Bool) -> Bool {
    sockets.contains { socket in
      guard suits(socket.kind), let connection = socket.connect() else { return false }
      close(connection)
      return true
    }
  }
}

extension ProgramSettings {
  /// Opens the terminal on which a command asks; a signal during the search ends the program.
  ///
  /// `process` is the asking process; nil for the parent process.
  func openTerminal(
    _ host: PromptHost, for process: Int32? = nil
  ) throws(CommandFailure) -> TerminalSession {
    let environment = environment
    return try orFail {
      try host.watch.endingAtOnce { () throws(TerminalError) -> TerminalSession in
        try PlaceSearch.open(PlaceSearch(self, environment, for: process).find(), environment)
      }
    }
  }
}
