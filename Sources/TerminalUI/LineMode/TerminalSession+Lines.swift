extension TerminalSession {
  /// Sends a text; what the terminal does not take within a second is given up.
  ///
  /// - Parameter text: Lines with CR LF at their ends.
  /// - Returns: False where the terminal is gone.
  package borrowing func say(_ text: String) -> Bool {
    var output = ScreenOutput(descriptor: descriptor)
    if case .failed = output.send(Array(text.utf8)) { return false }
    if case .failed = output.flush(within: 1000) { return false }
    return true
  }
}
