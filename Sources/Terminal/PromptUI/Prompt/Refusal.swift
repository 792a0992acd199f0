import KeyboardEngine

/// The reason for refusing typed or pasted text, in words and without its characters.
struct Refusal: Hashable {
  let reason: RejectionReason
  let isPaste: Bool
  var hasLineBreak = false
  /// The disabled kind of input; unused for a paste.
  var subject = Subject.physicalKey

  /// A kind of input that can be disabled, beside pasting.
  enum Subject: Hashable {
    case physicalKey
    case drawnKey
    /// Return, Enter and Done, while the field is empty.
    case submitting
  }

  static let nothingTyped = "Nothing typed yet"
  /// The sentence for an empty text that a second Enter makes an answer.
  static let sendsEmpty = "Nothing typed: Enter again sends an empty answer"

  /// True if the sentence comes every time: part of the text was taken and the rest is lost, or
  /// nothing goes on.
  var isSaidAlways: Bool {
    isPaste ? reason == .tooLong : reason == .disabled && subject == .submitting
  }

  func sentence(for rules: Acceptance) -> String {
    isPaste ? pasteSentence(rules) : keySentence(rules)
  }

  private func keySentence(_ rules: Acceptance) -> String {
    switch reason {
    case .tooLong:
      guard let longest = rules.longest else { return "There is no room for more" }
      return longest == 1 ? "At most 1 character" : "At most \(longest) characters"
    case .notAllowed: return Self.rule(rules)
    case .idCard: return "Only an ID card number: 17 digits, then a digit or x"
    case .noSequence: return "No character comes of these keys; press the accent again"
    case .disabled:
      switch subject {
      case .physicalKey: return "Press the drawn keys: arrows and Space, or the mouse"
      case .drawnKey: return "Type on the physical keyboard; the drawn keys take no presses"
      case .submitting: return Self.nothingTyped
      }
    }
  }

  private func pasteSentence(_ rules: Acceptance) -> String {
    switch reason {
    case .tooLong: return "The paste is too long; only the part that fits was taken"
    case .notAllowed where hasLineBreak: return "The pasted text has a line break inside"
    case .notAllowed where rules.allowed == nil:
      return "The pasted text has a control character inside"
    case .notAllowed: return "The pasted text was refused. " + Self.rule(rules)
    case .idCard, .noSequence: return "The pasted text is not an ID card number"
    case .disabled where rules.paste == .whenEmpty:
      return "Pasting is possible into an empty field only; Ctrl-U empties it"
    case .disabled: return "Pasting is switched off here"
    }
  }

  /// `0…9` → `Only digits here`.
  private static func rule(_ rules: Acceptance) -> String {
    guard let allowed = rules.allowed else { return "That key is not a character to type here" }
    if allowed.allSatisfy({ ("0"..."9").contains($0) }) { return "Only digits here" }
    if allowed.allSatisfy(\.properties.isAlphabetic) { return "Only letters here" }
    let others = allowed.filter { !("0"..."9").contains($0) }
    let hasDigits = allowed.count - others.count == 10
    // The field takes a few signs beside the digits, such as the point of a number pad.
    if hasDigits, others.count < 4, others.allSatisfy({ $0.isASCII && $0.value > 0x20 }) {
      let signs = others.sorted { $0.value < $1.value }.map { String($0) }
      return "Only digits and " + signs.joined(separator: " ") + " here"
    }
    return "Only some characters are allowed here, and this is not one of them"
  }
}
