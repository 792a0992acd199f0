extension TerminalSession {
  /// Sends a text; what the terminal does not take within a second is given up.
  ///
  /// - Parameter text: Lines with CR LF at their ends, and no CR elsewhere; a terminal that puts a CR
  ///   before every LF is sent LF alone.
  /// - Returns: False where the terminal is gone.
  package borrowing func say(_ text: String) -> Bool {
    var output = ScreenOutput(descriptor: descriptor)
    let bytes = text.utf8.filter { $0 != 0x0d || !addsCarriageReturns }
    if case .failed = output.send(bytes) { return false }
    if case .failed = output.flush(within: 1000) { return false }
    return true
  }
}
