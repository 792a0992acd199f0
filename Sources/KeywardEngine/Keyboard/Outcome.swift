/// The result of a press or an edit, without saying which character it was about.
public enum Outcome: Hashable, Sendable {
  /// It took effect, or was noted until the key is released.
  case accepted
  /// It meant nothing here.
  case ignored
  /// It was refused; a host signals all reasons alike.
  case rejected(RejectionReason)

  /// Whether the person should be told that something was refused.
  public var isRejected: Bool { if case .rejected = self { true } else { false } }
}

/// The reason for which an input was refused.
public enum RejectionReason: String, Hashable, Sendable {
  /// Over the greatest length or the capacity of the text; of a paste what fits was taken.
  case tooLong
  /// A character is not on the list, or is a control character.
  case notAllowed
  /// The text would be, or is, no ID card number.
  case idCard
  /// A dead key and what came after it make no character; both were dropped.
  case noSequence
  /// This kind of input is switched off, or return needs a text.
  case disabled
}
