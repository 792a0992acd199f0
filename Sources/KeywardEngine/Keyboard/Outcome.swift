/// The result of a press or an edit, which does not reveal the character.
public enum Outcome: Hashable, Sendable {
  /// It took effect, or was noted until the key is released.
  case accepted
  /// It meant nothing here.
  case ignored
  /// It was refused; a host signals all reasons alike.
  case rejected(RejectionReason)

  /// True if the person should be told of a refusal.
  public var isRejected: Bool { if case .rejected = self { true } else { false } }
}

/// The reason of a refusal.
public enum RejectionReason: String, Hashable, Sendable {
  /// Over the greatest length or the capacity of the text; the part of a paste that fits was taken.
  case tooLong
  /// A character is not on the list, or is a control character.
  case notAllowed
  /// The text would not be, or is not, an ID card number.
  case idCard
  /// A dead key and the key after it make no character; both were dropped.
  case noSequence
  /// This kind of input is switched off, or return needs a text.
  case disabled
}
