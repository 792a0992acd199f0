import KeywardEngine

/// What can be asked about a passphrase.
package enum PassphraseQuestion: Hashable {
  /// How good it is.
  case quality
  /// Whether it is allowed.
  case consent
  /// To make one.
  case suggestion
}

/// What came of such a question.
package enum PassphraseAnswer: Hashable {
  /// The quality, −100 to 100; nil where it is not known.
  case quality(Int?)
  /// The passphrase is allowed.
  case allowed
  /// It is not allowed, for this reason, which is harmless to show.
  case refused(String)
  /// One was made; the sentence says how, empty for nothing to say.
  case made(String)
  /// None was made.
  case notMade
}

/// Tells how good a passphrase is and whether it is allowed, and makes one: the client of a called
/// program, or this machine.
package protocol PassphraseAdvisor: AnyObject {
  /// Asks.
  ///
  /// - Parameters:
  ///   - question: One at a time.
  ///   - field: The passphrase as it is now.
  /// - Returns: The answer; nil where it comes later, as an event.
  func ask(_ question: PassphraseQuestion, about field: SecretField) -> PassphraseAnswer?

  /// Puts the passphrase that was made into a field and forgets it; false where the field refuses it.
  func fill(_ field: SecretField) -> Bool
}
