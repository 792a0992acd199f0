import Glibc
import KeywardEngine
import KeywardTerminal
import SecureMemory

extension TerminalRelay {
  mutating func handleSignals() throws(TerminalError) {
    let signals = watch.take()
    if let signal = signals.ending {
      ending = .ended(.signalled(signal))
      return
    }
    if signals.stopRequested {
      try stop(wholeGroup: false)
    } else if signals.continued, lending?.isAway != true,
      session.isChanged || session.isInBackground
    {
      try takeTerminal()
    }
    if signals.windowChanged {
      inner.adoptWindow(of: session.descriptor)
      lending?.lender.reportResize()
    }
    if signals.childChanged { try followCommand() }
  }

  mutating func followCommand() throws(TerminalError) {
    // The command's end was already seen, before the signal that reports it arrived.
    guard commandEnd == nil else { return }
    let event = inner.leaderEvent()
    if let status = event.status {
      commandEnd = (status, now)
      inner.closeForCommand()
      if isLineHidden { expectRest(of: unfinishedLine) }
    } else if event.isStopped {
      showLastOutput(within: Self.timeout, silence: 0.01)
      try stop(wholeGroup: session.isInForeground)
      if ending == nil { inner.continueCommand() }
    }
  }

  /// Swallows what is typed on for a program that has ended, since a shell would run it.
  private mutating func expectRest(of typed: StrayKeys?) {
    // A key that was not read yet is the last one.
    guard withdrawal == nil, let typed, let key = typed.lastKey,
      typed.areExpected(at: now) || !pollOne(session.descriptor).isEmpty
    else { return }
    withdrawal = Withdrawal(of: nil, lastKey: key, swallows: true, at: now)
    reader = reader ?? InputReader(prompts.memory)
  }

  private mutating func stop(wholeGroup: Bool) throws(TerminalError) {
    // A shell would run the rest of an answer.
    swallowRest()
    guard ending == nil else { return }
    session.stopPassing()
    session.unlock()
    _ = watch.suspend(wholeGroup: wholeGroup)
    try takeTerminal()
  }

  /// Takes the terminal for the relay; waits while another dialogue has the terminal.
  ///
  /// With `keepsLock`, the terminal stays locked, so that no dialogue can use it.
  mutating func takeTerminal(keepsLock: Bool = false) throws(TerminalError) {
    var release = ReleaseWait()
    while !(try session.pass(keepsLock: keepsLock, undoing: output.modesToUndo())) {
      release.nameHolder(on: session)
      if let signal = watch.ending(within: Self.timeout) {
        ending = .ended(.signalled(signal))
        return
      }
    }
    isWaitingUntil = nil
    inner.adoptWindow(of: session.descriptor)
  }

  private mutating func showLastOutput(within seconds: Double, silence: Double) {
    let end = now + seconds
    while now < end {
      let step = output.pass(from: inner.master, to: session.descriptor)
      guard step != .gone, step != .ended else { return }
      // If bytes are left, wait until the terminal accepts them; otherwise wait for more output.
      let (place, event): (Int32, PollEvents) =
        output.isEmpty ? (inner.master, .input) : (session.descriptor, .output)
      guard !pollOne(place, for: event, until: min(now + silence, end)).isEmpty else { return }
    }
  }

  /// Waits until the answer to a question that is over is no longer typed, since a shell would get
  /// the rest.
  ///
  /// The terminal is no longer lent afterwards. `signal` is the signal that ends the relay, which
  /// also ends the programs that are typed for.
  private mutating func swallowRest(after signal: Int32? = nil) {
    if signal != nil { expectRest(of: typing) }
    var rest = withdrawal?.stray
    let host = prompts.host
    if let lending, lending.isLent {
      lending.dropBorrowers()
      let isTaken = session.takeBack(host.watch, after: signal) { session in
        (try? session.pass(afterLoan: true, keepsLock: true)) == true
      }
      guard isTaken else { return }
      rest = StrayKeys(after: now, until: now + StrayKeys.longest)
    }
    guard let rest else { return }
    var reader = reader ?? InputReader(prompts.memory)
    reader.strayKeys = rest
    let next = reader.swallowRest(on: &session, watch: host.watch, after: signal)
    if signal == nil, let next { ending = .ended(.signalled(next)) }
    withdrawal = nil
  }

  /// The seconds that a command has after SIGHUP to restore its screen.
  private static let lastWords = 0.2

  /// Restores the terminal.
  ///
  /// A command that is still running first gets SIGHUP, and a short time to restore its screen.
  mutating func leave(for ending: Ending) {
    input.removeAll()
    switch ending {
    case .exited: break
    case .ended(.signalled(let signal)): swallowRest(after: signal)
    case .ended: swallowRest()
    }
    lending?.end()
    switch ending {
    case .exited: session.stopPassing()
    case .ended:
      if commandEnd == nil {
        inner.hangUp()
        showLastOutput(within: Self.lastWords, silence: Self.lastWords)
      }
      session.leave(draining: &input)
    }
  }
}
