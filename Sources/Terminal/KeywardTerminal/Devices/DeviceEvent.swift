import KeywardEngine

package enum DeviceEvent: Hashable {
  /// A stroke of a key, whose meaning may depend on the layout.
  case stroke(KeyStroke)
  /// A finger on a screen, at a position from (0, 0) at the upper left to (1, 1) at the lower
  /// right.
  case touch(finger: Int, TouchPhase, x: Double, y: Double)
  /// Input that depends on neither a layout nor a window, such as a button of a gamepad.
  case input(InputEvent)
  /// Ctrl-Alt-F1 to F12, which switch to the virtual console with this number.
  case console(Int)
}

package struct KeyStroke: Hashable {
  package enum Key: Hashable {
    /// A key whose meaning depends on the layout, by its XKB position such as `AD01`.
    case position(String)
    case named(TerminalKey)
    /// A key of the number pad, by its XKB position such as `KP7`.
    case pad(String)
    /// The character that a key of the number pad types, and the position of the key.
    case character(Unicode.Scalar, String)
  }

  package var key: Key
  package var modifiers: KeyModifiers
  package var isAltGr = false
  /// True if this stroke is an auto-repeat of a held key; never true for Enter and Esc.
  package var isRepeat = false

  var level: KeyLevel { KeyLevel(isShifted: modifiers.contains(.shift), isAltGr: isAltGr) }
}

package enum TouchPhase: Hashable, Sendable {
  case began, moved, ended
  /// The device was removed, or events were lost.
  case cancelled
}

package enum GamepadButton: Hashable, Sendable {
  case up, down, left, right
  /// The lower, right, left and upper of the four main buttons, in this order.
  case press, delete, shift, panel
  case submit, cancel

  static let hints: [Phrase] = [
    .startSubmit, .selectCancel, .southPress, .eastDelete, .westShift, .northPanel,
  ]

  /// The terminal key that has the same effect; nil if no key has it.
  var key: TerminalKey? {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .press, .submit: .enter
    case .delete: .backspace
    case .cancel: .escape
    case .shift, .panel: nil
    }
  }

  init?(code: UInt16) {
    switch code {
    case 0x220: self = .up
    case 0x221: self = .down
    case 0x222: self = .left
    case 0x223: self = .right
    case 0x130: self = .press
    case 0x131: self = .delete
    case 0x133: self = .panel
    case 0x134: self = .shift
    case 0x13a: self = .cancel
    case 0x13b: self = .submit
    default: return nil
    }
  }
}

extension KeyStroke.Key {
  init?(_ code: UInt16) {
    if let position = Self.layoutPosition(of: code) {
      self = .position(position)
    } else if let named = Self.terminalKey(of: code) {
      self = .named(named)
    } else if let position = Self.padPosition(of: code) {
      self = .pad(position)
    } else {
      return nil
    }
  }

  private static func layoutPosition(of code: UInt16) -> String? {
    switch code {
    case 2...13: "AE" + number(code - 1)
    case 16...27: "AD" + number(code - 15)
    case 30...40: "AC" + number(code - 29)
    case 43: "AC12"
    case 44...53: "AB" + number(code - 43)
    case 41: "TLDE"
    case 57: "SPCE"
    case 86: "LSGT"
    // Brazilian and Japanese keyboards.
    case 89: "AB11"
    case 124: "AE13"
    default: nil
    }
  }

  private static func number(_ number: UInt16) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static func terminalKey(of code: UInt16) -> TerminalKey? {
    switch code {
    case 1: .escape
    case 14: .backspace
    case 15: .tab
    case 28, 96: .enter
    case 59...68: .function(Int(code) - 58)
    case 87, 88: .function(Int(code) - 76)
    case 102: .home
    case 103: .up
    case 104: .pageUp
    case 105: .left
    case 106: .right
    case 107: .end
    case 108: .down
    case 109: .pageDown
    case 110: .insert
    case 111: .deleteForward
    default: nil
    }
  }

  private static func padPosition(of code: UInt16) -> String? {
    switch code {
    case 55: "KPMU"
    case 71...73: "KP\(code - 64)"
    case 74: "KPSU"
    case 75...77: "KP\(code - 71)"
    case 78: "KPAD"
    case 79...81: "KP\(code - 78)"
    case 82: "KP0"
    case 83: "KPDL"
    case 98: "KPDV"
    case 117: "KPEQ"
    case 118: "I126"
    case 121: "KPPT"
    case 179: "I187"
    case 180: "I188"
    default: nil
    }
  }

  /// The key that a key of the number pad is when it types nothing; nil for none.
  static func movement(ofPadKey position: String) -> TerminalKey? {
    switch position {
    case "KP7": .home
    case "KP8": .up
    case "KP9": .pageUp
    case "KP4": .left
    case "KP6": .right
    case "KP1": .end
    case "KP2": .down
    case "KP3": .pageDown
    case "KP0": .insert
    case "KPDL": .deleteForward
    default: nil
    }
  }
}

extension KeyStroke {
  /// Returns the stroke with a key of the number pad replaced by its effect in a layout.
  ///
  /// It is nil if the key has no effect.
  func resolved(by layout: KeyboardDefinition?) -> KeyStroke? {
    guard case .pad(let position) = key else { return self }
    let numLock = modifiers.contains(.numLock)
    let text =
      layout?.text(ofPadKey: position, at: level, numLock: numLock)
      ?? NumberPad.text(of: position, at: level, numLock: numLock)
    var stroke = self
    if let character = text.unicodeScalars.first {
      stroke.key = .character(character, position)
    } else if let key = Self.Key.movement(ofPadKey: position) {
      stroke.key = .named(key)
    } else {
      return nil
    }
    return stroke
  }
}
