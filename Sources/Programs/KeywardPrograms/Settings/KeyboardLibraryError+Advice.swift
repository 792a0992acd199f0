import KeyboardEngine

extension KeyboardLibraryError {
  /// Its sentences for users of the commands, with a hint at the command that lists the names if
  /// they are many.
  package var advice: String {
    guard case .unknown(let name) = self, !name.listsKnown else { return description }
    return "\(description) “keyward layouts list” names them."
  }
}
