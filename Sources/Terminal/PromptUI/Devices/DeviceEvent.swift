import KeyboardEngine

package enum DeviceEvent: Hashable {
  case stroke(KeyStroke)
  /// A finger on a screen, at a position from (0, 0) at the upper left to (1, 1) at the lower
  /// right.
  case touch(finger: Int, TouchPhase, x: Double, y: Double)
  case gamepad(GamepadButton)
  case capsLock(Bool)
  /// Alt-Shift, which selects the next keyboard layout.
  case nextKeyboard
  /// Ctrl-Alt-F1 to F12, which switch to the virtual console with this number.
  case console(Int)
  /// The power key or Ctrl-Alt-Del, which request a power-off.
  case powerOff
}

package struct KeyStroke: Hashable {
  package enum Key: Hashable {
    /// A key whose meaning depends on the layout, by its XKB position such as `AD01`.
    case position(String)
    case named(TerminalKey)
    /// A character typed on the number pad.
    case character(Unicode.Scalar)
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
  init?(_ code: UInt16, numLock: Bool) {
    if let position = Self.layoutPosition(of: code) {
      self = .position(position)
    } else if let named = Self.terminalKey(of: code) {
      self = .named(named)
    } else if let key = Self.padKey(of: code, numLock: numLock) {
      self = key
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

  private static func padKey(of code: UInt16, numLock: Bool) -> Self? {
    let both: (Unicode.Scalar, TerminalKey?)
    switch code {
    case 55: return .character("*")
    case 74: return .character("-")
    case 78: return .character("+")
    case 98: return .character("/")
    case 117: return .character("=")
    case 121: return .character(",")
    case 71: both = ("7", .home)
    case 72: both = ("8", .up)
    case 73: both = ("9", .pageUp)
    case 75: both = ("4", .left)
    case 76: both = ("5", nil)
    case 77: both = ("6", .right)
    case 79: both = ("1", .end)
    case 80: both = ("2", .down)
    case 81: both = ("3", .pageDown)
    case 82: both = ("0", .insert)
    case 83: both = (".", .deleteForward)
    default: return nil
    }
    return numLock ? .character(both.0) : both.1.map(Self.named)
  }
}

extension KeyboardDefinition {
  /// True if keys have XKB positions, so that physical keys can type through the layout.
  package var hasPositions: Bool { key(at: "AD01") != nil }
}
