package enum TerminalKey: Hashable, Sendable {
  case enter
  case escape
  case tab
  case backTab
  /// DEL or Ctrl-H: deletes a grapheme cluster.
  case backspace
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  case insert
  case deleteForward
  case function(Int)
  /// A control key by the ASCII value of its lower-case letter: 0x77 for Ctrl-W; 0x5c for Ctrl-\.
  case control(UInt8)

  init?(control byte: UInt8) {
    switch byte {
    case 0x0d, 0x0a: self = .enter
    case 0x09: self = .tab
    case 0x08, 0x7f: self = .backspace
    case 0x1b: self = .escape
    case 0x01...0x1a: self = .control(byte + 0x60)
    case 0x1c...0x1f: self = .control(byte + 0x40)
    default: return nil
    }
  }
}

/// The modifiers reported with a key, in the numbering of xterm and kitty.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let shift = KeyModifiers(rawValue: 1)
  package static let alt = KeyModifiers(rawValue: 2)
  package static let control = KeyModifiers(rawValue: 4)
  package static let superKey = KeyModifiers(rawValue: 8)
  package static let hyper = KeyModifiers(rawValue: 16)
  package static let meta = KeyModifiers(rawValue: 32)
  package static let capsLock = KeyModifiers(rawValue: 64)
  package static let numLock = KeyModifiers(rawValue: 128)

  package static let changing: KeyModifiers = [.alt, .control, .superKey, .hyper, .meta]

  /// The modifiers without shift and the locks.
  var changing: KeyModifiers { intersection(Self.changing) }
}

extension TerminalKey {
  /// Returns whether Caps Lock is on, according to the key's `modifiers`; nil if they do not show
  /// it.
  ///
  /// Terminals send Enter, Tab and Backspace as plain bytes without modifiers, even if they report
  /// Caps Lock with other keys.
  package func capsLock(_ modifiers: KeyModifiers) -> Bool? {
    let isPlainByte = modifiers.isEmpty && [.enter, .tab, .backspace].contains(self)
    return isPlainByte ? nil : modifiers.contains(.capsLock)
  }
}

/// An event caused by typing, pressing or pasting, without its characters.
package enum InputEvent: Hashable, Sendable {
  /// One Unicode scalar of typed text.
  ///
  /// From a terminal, the scalar is in `InputDecoder.Step.character` or, if that is nil, in the bytes
  /// of the decoder's step. A key of an input device types what its position means in the layout.
  case text
  case untyped(UntypedInput)
  case key(TerminalKey, KeyModifiers)
  /// A press of the left mouse button on a cell; columns and rows are counted from 0.
  case press(column: Int, row: Int)
  case drag(column: Int, row: Int)
  case release(column: Int, row: Int)
  /// A movement of the mouse wheel; positive numbers scroll down.
  case wheel(lines: Int)
  case touch(ScreenTouch)
  case gamepad(GamepadButton)
  /// The state of Caps Lock on a physical keyboard that types through the layout.
  case capsLock(Bool)
  /// The state of Num Lock on such a keyboard: when its key is pressed, and before a key of the
  /// number pad that types nothing since Num Lock is off.
  case numLock(Bool)
  /// Alt-Shift, which selects the next keyboard layout.
  case nextKeyboard
  /// The power key or Ctrl-Alt-Del, which request a power-off.
  case powerOff
  case pasteBegan
  /// Pasted text; its bytes are those that the decoder consumed in this step.
  case pasteBytes
  case pasteEnded
  /// The paste is over and must be dropped: its end marker did not arrive, or Ctrl-C interrupted
  /// it.
  case pasteDropped(isInterrupted: Bool)

  /// Whether the event may be a part of an answer, such as a key or a press on a drawn key.
  package var isTyped: Bool {
    switch self {
    case .drag, .release, .wheel, .capsLock, .numLock: false
    case .touch(let touch): touch.phase == .began
    default: true
    }
  }

  package var isEnter: Bool { if case .key(.enter, _) = self { true } else { false } }
}

/// A finger on a cell, whose column and row are counted from 0.
///
/// Fingers have numbers greater than 1; the mouse has number 1.
package struct ScreenTouch: Hashable, Sendable {
  package var finger: Int
  package var phase: TouchPhase
  package var column: Int
  package var row: Int
}

package enum UntypedInput: Hashable, Sendable {
  case byte(UInt8, InputEncoding)
  /// A key with Alt or AltGr whose character the terminal did not report.
  case alt
  /// A key without Alt or AltGr whose character the terminal did not report.
  case key
  /// A key that types no character here, such as Ctrl-Space.
  case noCharacter
  /// All input since the start of a control string that the terminal did not end.
  case message

  func sentence(in language: Language) -> String {
    switch self {
    case .byte(let byte, let encoding):
      language[.wrongEncoding, String(byte, radix: 16, uppercase: true), encoding.name]
    case .alt: language[.unknownAltCharacter]
    case .key: language[.unknownCharacter]
    case .noCharacter: language[.noCharacter]
    case .message: language[.unfinishedMessage]
    }
  }
}
