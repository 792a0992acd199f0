import KeywardEngine

extension TerminalSession {
  /// Sends a text, and gives up the part that the terminal does not take in time.
  ///
  /// - Parameters:
  ///   - text: Lines with CR LF at their ends, and no CR elsewhere; a terminal that puts a CR
  ///     before every LF is sent LF alone.
  ///   - seconds: The time to wait for the terminal.
  /// - Returns: False if the terminal is gone.
  package borrowing func say(_ text: String, within seconds: Double = 1) -> Bool {
    var output = ScreenOutput(descriptor: descriptor)
    let bytes = text.utf8.filter { $0 != 0x0d || !addsCarriageReturns }
    if case .failed = output.send(bytes) { return false }
    if case .failed = output.flush(until: MonotonicTime.now + seconds) { return false }
    return true
  }

  /// Sends the last words of a dialogue, which delay leaving by a moment at most.
  package borrowing func sayLast(_ text: String) { _ = say(text, within: 0.05) }
}
