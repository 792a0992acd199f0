import Glibc
import KeywardEngine
import SecureMemory
import TerminalUI

/// Signals, stops, and the way out.
extension TerminalRelay {
  mutating func handleSignals() throws(TerminalError) {
    let signals = watch.take()
    if let signal = signals.ending {
      ending = .ended(.signalled(signal))
      return
    }
    if signals.stopRequested {
      try stop(wholeGroup: false)
    } else if signals.continued, session.isChanged || session.isInBackground {
      try takeTerminal()
    }
    if signals.windowChanged { inner.adoptWindow(of: session.descriptor) }
    if signals.childChanged { try followCommand() }
  }

  /// Does what became of the command: stops where it has stopped.
  mutating func followCommand() throws(TerminalError) {
    // Its end was taken before the signal for it was looked at; there is nobody to be asked any more.
    guard commandEnd == nil else { return }
    switch inner.news() {
    case .none: break
    case .ended(let status):
      commandEnd = (status, now)
      inner.closeForCommand()
    case .stopped:
      showLastOutput()
      try stop(wholeGroup: session.isInForeground)
      if ending == nil { inner.continueCommand() }
    }
  }

  /// Gives the terminal back, stops, and takes it again when continued.
  private mutating func stop(wholeGroup: Bool) throws(TerminalError) {
    session.stopPassing()
    _ = watch.suspend(wholeGroup: wholeGroup)
    try takeTerminal()
  }

  /// Takes the terminal for passing on; another dialogue on it is waited for.
  mutating func takeTerminal() throws(TerminalError) {
    while !(try session.pass()) {
      if let signal = watch.ending(within: Self.patience) {
        ending = .ended(.signalled(signal))
        return
      }
    }
    isWaitingUntil = nil
    inner.adoptWindow(of: session.descriptor)
  }

  /// Shows what the command wrote before it stopped; a terminal that takes nothing is not waited for.
  private mutating func showLastOutput() {
    let end = now + Self.patience
    while now < end {
      guard output.pass(from: inner.master, to: session.descriptor) != .gone else { return }
      var waiting = pollfd(fd: inner.master, events: Int16(POLLIN), revents: 0)
      let hasMore = unsafe poll(&waiting, 1, 10) > 0
      guard hasMore || !output.isEmpty else { return }
    }
  }

  /// Leaves the terminal as it was found.
  mutating func leave(for ending: Ending) {
    input.removeAll()
    switch ending {
    case .exited: session.stopPassing()
    case .ended: session.leave(draining: &input)
    }
  }
}
