import KeywardEngine

extension KeyboardLibraryError {
  /// Its sentences for those who have the commands: where the names are that are too many for one.
  package var advice: String {
    guard case .unknown(let name) = self, !name.listsKnown else { return description }
    return "\(description) “keyward layouts list” names them."
  }
}
