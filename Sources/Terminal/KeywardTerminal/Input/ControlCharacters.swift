import Glibc
import KeywardEngine

/// The control characters in a terminal's settings, mapped to a prompt's keys.
///
///     ControlCharacters(settings)     // after `stty intr ^X`, Ctrl-X also cancels
///
/// A control character of the settings replaces the prompt's fixed key for the same byte: after
/// `stty kill ^W`, Ctrl-W empties the field. All other fixed keys still apply. A line end is always
/// Enter, and a printable character is always text.
package struct ControlCharacters: Hashable, Sendable {
  /// The keys for the bytes 0 to 0x1f and DEL; nil where the fixed key applies.
  private var keys: [TerminalKey?] = []
  /// The byte that interrupts in addition to Ctrl-C, from the `intr` setting.
  ///
  /// If that byte cannot be used, the value is Ctrl-C itself. ESC, for example, cannot be used,
  /// because it begins escape sequences.
  private(set) var interrupt: UInt8 = 0x03

  /// The settings that apply, by their indexes in `c_cc`, with the key that each setting acts as.
  ///
  /// They are in the order in which the kernel compares a typed byte with the settings.
  private static let settings: [(index: Int32, key: TerminalKey)] = [
    (VINTR, .control(UInt8(ascii: "c"))), (VERASE, .backspace),
    (VKILL, .control(UInt8(ascii: "u"))), (VWERASE, .control(UInt8(ascii: "w"))),
    (VEOF, .control(UInt8(ascii: "d"))),
  ]

  package init() {}

  package init(_ settings: termios) {
    keys = Array(repeating: nil, count: 0x21)
    for (index, key) in Self.settings {
      guard let place = Self.place(of: settings.controlCharacter(index)), keys[place] == nil else {
        continue
      }
      keys[place] = key
    }
    let byte = settings.controlCharacter(VINTR)
    if byte != 0x1b, Self.place(of: byte) != nil { interrupt = byte }
  }

  /// Returns the index of a byte in `keys`; nil for NUL, line ends and printable bytes.
  private static func place(of byte: UInt8) -> Int? {
    switch byte {
    case 0, 0x0a, 0x0d: nil
    case 0x7f: 0x20
    default: byte < 0x20 ? Int(byte) : nil
    }
  }

  func event(for event: InputEvent, of bytes: RawSpan) -> InputEvent {
    guard !keys.isEmpty, case .key(let key, let modifiers) = event,
      let byte = bytes.byteCount == 1 ? bytes.byte(0) : key.controlByte(modifiers),
      let place = Self.place(of: byte), let own = keys[place]
    else { return event }
    return .key(own, modifiers)
  }
}

extension TerminalKey {
  func controlByte(_ modifiers: KeyModifiers) -> UInt8? {
    guard modifiers.intersection(.changing).isSubset(of: .control) else { return nil }
    return switch self {
    case .control(let letter): letter & 0x1f
    case .backspace: modifiers.contains(.control) ? 0x08 : 0x7f
    case .tab: 0x09
    case .escape: 0x1b
    default: nil
    }
  }
}
