/// The number pad of a physical keyboard, whose keys have positions such as `KP7` and `KPDL`.
///
/// A keyboard describes only those keys that type something else than here, among its undrawn keys.
package enum NumberPad {
  package static let positions = [
    "KP7", "KP8", "KP9", "KP4", "KP5", "KP6", "KP1", "KP2", "KP3", "KP0", "KPDL", "KPDV", "KPMU",
    "KPSU", "KPAD", "KPEQ", "KPPT", "I126", "I187", "I188",
  ]

  package static func has(_ position: String) -> Bool { positions.contains(position) }

  /// Returns the text of a key on a keyboard that does not describe it.
  ///
  /// The text is empty for a digit or the decimal point if Num Lock is off, or if Shift is held.
  package static func text(of position: String, at level: KeyLevel, numLock: Bool) -> String {
    switch position {
    case "KPDV": "/"
    case "KPMU": "*"
    case "KPSU": "-"
    case "KPAD": "+"
    case "KPEQ": "="
    case "KPPT": "."
    case "I126": "±"
    case "I187": "("
    case "I188": ")"
    case _ where !numLock || level.isShifted: ""
    case "KPDL": "."
    default: String(position.dropFirst(2))
    }
  }
}

extension KeyboardDefinition {
  /// Returns the text of a key of the number pad; empty if the key moves in the text, as Home does.
  package func text(ofPadKey position: String, at level: KeyLevel, numLock: Bool) -> String {
    guard let key = undrawnKeys.first(where: { $0.id == position }) else {
      return NumberPad.text(of: position, at: level, numLock: numLock)
    }
    return (numLock ? key.lockedAction(at: level) : key.action(at: level)).text
  }
}
