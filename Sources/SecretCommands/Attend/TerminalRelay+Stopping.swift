import Glibc
import KeywardEngine
import SecureMemory
import TerminalUI

/// Signals and stops of a relay, and the way out.
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

  /// Follows the command: stops if it has stopped.
  mutating func followCommand() throws(TerminalError) {
    // The command's end was seen before its signal; nobody is left to ask.
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

  /// Takes the terminal for passing on; waits while another dialogue has it.
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

  /// Shows the command's output from before its stop; does not wait for a terminal that takes
  /// nothing.
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
