/// A colour by what it is for; a palette says what it looks like.
package enum Ink: UInt8, CaseIterable, Hashable, Sendable {
  /// The terminal's own colour.
  case own
  /// The ground behind the keys.
  case panel
  /// A key that types.
  case cap
  /// A key that does something else.
  case functionCap
  /// What is written on the panel itself.
  case panelLabel
  /// What is written on a key that types.
  case label
  /// What is written on a key that does something else.
  case functionLabel
  /// The key the focus is on.
  case focus
  /// What is written on the focused key.
  case focusLabel
  /// A fault.
  case error
  /// What is said in passing, such as which keys there are.
  case hint
  /// What a cap shows beside its label: what it types with AltGr or shift.
  case secondLabel
}
