/// A colour by its purpose; a palette gives it a value.
package enum Ink: UInt8, CaseIterable, Hashable, Sendable {
  /// The terminal's own colour.
  case own
  /// The ground behind the keys.
  case panel
  /// A key that types.
  case cap
  /// A key with another function.
  case functionCap
  /// The text on the panel itself.
  case panelLabel
  /// The label of a key that types.
  case label
  /// The label of a key with another function.
  case functionLabel
  /// The focused key.
  case focus
  /// The label of the focused key.
  case focusLabel
  /// A fault.
  case error
  /// A hint, such as the list of keys.
  case hint
  /// A cap's second label: its character with AltGr or shift.
  case secondLabel
}
