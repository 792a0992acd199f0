import KeywardEngine
import KeywardTerminal

/// Lends the terminal of a `TerminalRelay` to dialogues of programs that the command runs.
///
/// Such a dialogue would otherwise appear on the command's own terminal.
final class RelayLending {
  let path: String
  fileprivate(set) var lender: TerminalLender
  fileprivate(set) var isLent = false
  /// True while the terminal is kept from borrowers because the user may still be typing an answer.
  fileprivate(set) var isHeld = false
  /// The time of the next attempt to lock the terminal, which shows whether a dialogue is using it.
  ///
  /// Attempts are rare, because a lock may make a new borrower wait.
  fileprivate var nextLook = 0.0
  /// The time since which no dialogue has had the terminal; nil while one has it.
  fileprivate var idleSince: Double?
  /// True if a borrower vanished without reporting the end of its dialogue.
  ///
  /// The borrower's prompt may then still be on the screen.
  fileprivate var leavesScreen = false
  /// The time at which the command's window gets its full size again; nil for never.
  fileprivate var redrawEnd: Double?

  /// The seconds without a dialogue after which the relay takes the terminal back.
  fileprivate static let longestIdleTime = 3.0
  /// The seconds for which the command's window is smaller, so that the command redraws its screen.
  fileprivate static let redrawTime = 0.05
  /// The seconds between two attempts to take the terminal back.
  fileprivate static let pause = 0.5
  private static let shortPause = 0.02

  init(
    _ outer: borrowing TerminalSession, inner: borrowing InnerTerminal
  ) throws(CommandFailure) {
    let numbers = [inner.master, outer.descriptor].map(TerminalSession.deviceNumber)
    path = try LendCommand.path(of: outer)
    lender = try TerminalLender(.attend(inner: numbers[0], outer: numbers[1]))
  }

  fileprivate var isOver: Bool { !lender.isLent || lender.hasReportedEnd }

  var isAway: Bool { isLent && !isHeld }

  func deadline(at now: Double) -> Double {
    let look = isOver || isHeld ? now + Self.shortPause : nextLook
    let next = isLent ? look : lender.isAsked ? now + Self.shortPause : .infinity
    return min(lender.deadline, next, redrawEnd ?? .infinity)
  }

  fileprivate func lend(typing: Double = 0) {
    lender.lend(path, typing: typing)
    (isLent, idleSince) = (true, nil)
    nextLook = MonotonicTime.now + Self.pause
  }

  /// Accepts borrowers while a prompt has the terminal.
  ///
  /// The borrowers wait for the terminal until the prompt unlocks it.
  func serve() {
    lender.step(at: MonotonicTime.now)
    _ = lender.takeEnded()
    if lender.isAsked { lend() }
  }

  func end() { lender.close() }

  /// Ends all loans; the lender still serves programs that connect later.
  func dropBorrowers() {
    lender.dropBorrowers()
    _ = lender.takeEnded()
    (isLent, isHeld, leavesScreen) = (false, false, false)
  }
}

extension TerminalRelay {
  /// Begins and ends loans; returns true while borrowers have the terminal.
  ///
  /// No bytes are relayed while they have it.
  mutating func followLoans() throws(TerminalError) -> Bool {
    guard let lending else { return false }
    let now = now
    lending.lender.step(at: now)
    let ended = lending.lender.takeEnded()
    if ended.contains(where: { $0.end == nil }) {
      lending.leavesScreen = true
      // Other borrowers must not get the rest of the answer.
      session.answerMayGoOn = true
    }
    if lending.isLent {
      // Lend to all borrowers at once, since they queue on the lock.
      if lending.lender.isAsked { lending.lend() }
      guard lending.isHeld else { return try !takeBack(lending) }
      guard withdrawal?.swallows(at: now) != true else { return false }
      try leaveToBorrowers(lending)
      return true
    }
    if let end = lending.redrawEnd, now >= end {
      lending.redrawEnd = nil
      inner.adoptWindow(of: session.descriptor)
    }
    guard lending.lender.isAsked, output.isBetweenSequences, isWaitingUntil == nil,
      withdrawal?.swallows(at: now) != true
    else { return false }
    guard commandEnd == nil, !session.isInBackground else {
      lending.lender.refuse()
      return false
    }
    _ = session.send(output.modes.end)
    session.stopPassing()
    lending.redrawEnd = nil
    let isTyping = typing?.areExpected(at: now) == true
    let isRest = isTyping && isTypingOn || withdrawal?.mayGoOn == true
    lending.lend(typing: isRest ? StrayKeys.pause : isTyping ? StrayKeys.reaction : 0)
    typing = nil
    return true
  }

  /// Lends the terminal to the programs that requested it during a prompt.
  ///
  /// While the user may still be typing the rest of a withdrawn answer, keeps the terminal, so that
  /// this input does not reach a borrower.
  mutating func leaveToBorrowers(_ lending: RelayLending) throws(TerminalError) {
    guard withdrawal?.swallows(at: now) != true else {
      lending.isHeld = true
      return try takeTerminal(keepsLock: true)
    }
    lending.isHeld = false
    _ = session.send(output.modes.end)
    session.stopPassing()
    lending.nextLook = now + RelayLending.pause
    // Somebody may type on after the longest time of swallowing.
    if withdrawal?.mayGoOn == true { session.answerMayGoOn = true }
    session.unlock()
  }

  private mutating func takeBack(_ lending: RelayLending) throws(TerminalError) -> Bool {
    let now = now
    guard lending.isOver || now >= lending.nextLook else { return false }
    lending.nextLook = now + RelayLending.pause
    // In the background, the terminal cannot be taken back yet.
    guard !session.isInBackground, try session.claim() else {
      lending.idleSince = nil
      lending.lender.dropStoppedBorrower(on: &session)
      return false
    }
    defer { session.unlock() }
    let since = lending.idleSince ?? now
    lending.idleSince = since
    guard lending.isOver || now >= since + RelayLending.longestIdleTime,
      try session.pass(afterLoan: true, undoing: output.modesToUndo())
    else { return false }
    if lending.leavesScreen, !lending.lender.isLent {
      // The borrower was killed, and its answer may still be typed.
      withdrawal = Withdrawal(of: nil, lastKey: now, swallows: true, at: now)
      reader = reader ?? InputReader(prompts.memory)
    }
    session.answerMayGoOn = false
    lending.lender.endLoans()
    _ = lending.lender.takeEnded()
    if lending.leavesScreen { _ = session.send(ControlSequence.leaveAfterKill) }
    (lending.isLent, lending.leavesScreen) = (false, false)
    _ = session.send(output.modes.begin)
    // A new window size makes programs redraw everything; a signal alone does not.
    let fewer: Int32 = output.modes.hasAlternateScreen ? 1 : 0
    inner.adoptWindow(of: session.descriptor, fewer: fewer)
    if fewer > 0 { lending.redrawEnd = now + RelayLending.redrawTime }
    detector.noteActivity(at: now)
    return true
  }
}
