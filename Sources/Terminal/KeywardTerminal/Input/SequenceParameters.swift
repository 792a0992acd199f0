/// The parameters of a control sequence: `27;5u` → 27, 5.
///
/// A full key report has `code:shifted:base ; modifiers:event ; text:text…`.
struct SequenceParameters {
  enum Meaning: Hashable {
    case nothing
    case event(InputEvent)
    case character(Unicode.Scalar)
    /// The typed text in the third parameter, which begins at this offset.
    case text(from: Int)
  }

  /// The private marker `<`, `=`, `>` or `?`; 0 for none.
  private(set) var marker: UInt8 = 0
  private(set) var count = 1
  private(set) var first = 0
  private var second = 0
  private var third = 0
  /// The fourth to sixth parameters, which only win32-input-mode has.
  private var last = (isPressed: 0, state: 0, repeats: 0)
  /// The key's code with Shift (`shifted`) and on the standard layout (`base`); 0 if not reported.
  private var shifted = 0
  private var base = 0
  /// The second subparameter of the modifiers: 1 for press, 2 for repeat, 3 for release.
  private var eventKind = 0
  private var hasIntermediates = false
  private var text: (start: Int, isPrintable: Bool)?

  /// The limit to which larger numbers are clamped; every character's code is below this limit.
  static let largest = 10_000_000

  /// Parses the parameters in `body`, the bytes between the introducer and the final byte.
  init(_ body: RawSpan) {
    var subs = 0
    var code = 0
    for offset in 0..<body.byteCount {
      let byte = body.byte(offset)
      switch byte {
      case 0x30...0x39:
        let digit = Int(byte) - 0x30
        add(digit, subs)
        guard count == 3 else { continue }
        if text == nil { text = (offset, false) }
        code = min(code * 10 + digit, Self.largest)
      case 0x3a, 0x3b:
        noteText(code)
        code = 0
        subs = byte == 0x3a ? subs + 1 : 0
        if byte == 0x3b { count += 1 }
      case 0x3c...0x3f where offset == 0: marker = byte
      default: hasIntermediates = true
      }
    }
    noteText(code)
  }

  private mutating func noteText(_ code: Int) {
    if Self.printable(code) != nil { text?.isPrintable = true }
  }

  var isPlain: Bool { marker == 0 && !hasIntermediates }

  private mutating func add(_ digit: Int, _ sub: Int) {
    switch (count, sub) {
    case (1, 0): Self.append(digit, to: &first)
    case (1, 1): Self.append(digit, to: &shifted)
    case (1, 2): Self.append(digit, to: &base)
    case (2, 0): Self.append(digit, to: &second)
    case (2, 1): Self.append(digit, to: &eventKind)
    case (3, 0): Self.append(digit, to: &third)
    case (4, 0): Self.append(digit, to: &last.isPressed)
    case (5, 0): Self.append(digit, to: &last.state)
    case (6, 0): Self.append(digit, to: &last.repeats)
    default: break
    }
  }

  private static func append(_ digit: Int, to value: inout Int) {
    value = min(value * 10 + digit, largest)
  }

  private var modifiers: KeyModifiers { KeyModifiers(rawValue: max(0, second - 1)) }

  /// The modifiers that keep a key from typing its character: all but shift and the locks.
  private var others: KeyModifiers { modifiers.subtracting([.shift, .capsLock, .numLock]) }

  func meaning(final: UInt8) -> Meaning {
    if marker == 0x3c, !hasIntermediates { return mouse(final: final) }
    guard isPlain, eventKind != 3 else { return .nothing }
    switch final {
    case 0x75:  // u
      if let text, text.isPrintable { return .text(from: text.start) }
      let meaning = reported(first, shifted: shifted, base: base)
      // If the text consists of control characters, type neither that text nor the key's own
      // character.
      guard text != nil else { return meaning }
      if case .event = meaning { return meaning }
      return .event(.untyped(.key))
    case 0x7e:
      if first == 27, count == 3 { return reported(third) }
      return named(KeyTable.meaning(of: .number(first)))
    case 0x5f: return keyOfWindows  // _
    default:
      let letter = Unicode.Scalar(final)
      return named(
        KeyTable.meaning(of: .letter(letter)) ?? KeyTable.meaning(of: .control(letter)))
    }
  }

  func singleShift(final: UInt8) -> Meaning {
    let letter = Unicode.Scalar(final)
    var parameters = self
    if count == 1 { parameters.second = first }
    return parameters.named(
      KeyTable.meaning(of: .singleShift(letter)) ?? KeyTable.meaning(of: .letter(letter)))
  }

  /// Returns the meaning of a key with the modifiers added.
  ///
  /// If `meaning` is nil, the key is unknown, and the result is an `untyped` event.
  func named(_ meaning: KeyTable.Meaning?) -> Meaning {
    switch meaning {
    case .key(let key): .event(.key(key, modifiers))
    case .character(let character): others.isEmpty ? .character(character) : untyped
    case .nothing: .nothing
    case nil: .event(.untyped(.key))
    }
  }

  private var untyped: Meaning { .event(.untyped(others.contains(.alt) ? .alt : .key)) }

  private func reported(_ code: Int, shifted: Int = 0, base: Int = 0) -> Meaning {
    if let meaning = KeyTable.meaning(of: .code(code)) {
      guard case .key(let key) = meaning else { return named(meaning) }
      if [.enter, .backspace].contains(key), others == .alt { return .event(.key(key, modifiers)) }
      guard others.isSubset(of: .control) else { return .nothing }
      let isBackwards = key == .tab && modifiers.contains(.shift)
      return .event(.key(isBackwards ? .backTab : key, modifiers))
    }
    if code == 0 || KeyTable.functionalCodes.contains(code) { return .nothing }
    if others == .control, let key = Self.command(of: code, base: base) {
      return .event(.key(key, modifiers))
    }
    guard others.isEmpty, let character = character(of: code, shifted: shifted) else {
      return untyped
    }
    return .character(character)
  }

  /// Returns the terminal key for Ctrl with the character `code`.
  ///
  /// If `code` is not ASCII, `base` is used, which is the key's character on the standard layout.
  private static func command(of code: Int, base: Int) -> TerminalKey? {
    let isLetter = (0x61...0x7a).contains(base | 0x20)
    guard let code = code < 0x80 ? code : isLetter ? base : nil, (0x40...0x7e).contains(code)
    else { return nil }
    return TerminalKey(control: UInt8(code) & 0x1f)
  }

  /// The meaning of a key in win32-input-mode: `Vk ; Sc ; Uc ; Kd ; Cs ; Rc _`.
  ///
  /// A mode that a program has left on sends every key in this form. `Uc` is the character, `Kd` is
  /// 0 for a release, and `Rc` counts the repeats. The bits of `Cs` are 0x3 for Alt, 0xc for Ctrl,
  /// 0x10 for Shift and 0x80 for Caps Lock; AltGr sets bits of both Alt and Ctrl.
  private var keyOfWindows: Meaning {
    let (code, state) = (third, last.state)
    guard last.isPressed != 0 else { return .nothing }
    var keys = self
    let (hasAlt, hasControl) = (state & 0x3 != 0, state & 0xc != 0)
    var modifiers: KeyModifiers = state & 0x10 != 0 ? .shift : []
    if hasAlt { modifiers.insert(.alt) }
    if hasControl { modifiers.insert(.control) }
    if state & 0x80 != 0 { modifiers.insert(.capsLock) }
    keys.second = modifiers.rawValue + 1
    if let meaning = KeyTable.meaning(of: .windows(first)) {
      let isBackwards = meaning == .key(.tab) && modifiers.contains(.shift)
      return keys.named(isBackwards ? .key(.backTab) : meaning)
    }
    // A key without a character, such as shift itself or a dead key.
    guard code != 0 else { return hasAlt || hasControl ? keys.untypedUnlessModifier : .nothing }
    if let character = Self.printable(code), last.repeats < 2, hasAlt == hasControl {
      return .character(character)
    }
    if code < 0x20, !hasAlt, let key = TerminalKey(control: UInt8(code)) {
      return .event(.key(key, modifiers))
    }
    return keys.untyped
  }

  /// The codes of shift, Ctrl, Alt, Caps Lock, Num Lock, Scroll Lock and the Windows keys.
  private static let modifierKeys: Set = [16, 17, 18, 20, 91, 92, 144, 145]

  private var untypedUnlessModifier: Meaning {
    Self.modifierKeys.contains(first) || (160...165).contains(first) ? .nothing : untyped
  }

  private func character(of code: Int, shifted: Int) -> Unicode.Scalar? {
    guard let character = Self.printable(code) else { return nil }
    guard modifiers.contains(.shift) else {
      return modifiers.contains(.capsLock) ? Self.capital(of: character) : character
    }
    if shifted > 0 { return Self.printable(shifted) }
    let isDigit = character.properties.generalCategory == .decimalNumber
    return isDigit ? nil : Self.capital(of: character)
  }

  private static func capital(of character: Unicode.Scalar) -> Unicode.Scalar {
    guard character.properties.generalCategory == .lowercaseLetter else { return character }
    let capital = character.properties.uppercaseMapping.unicodeScalars
    return capital.count == 1 ? capital.first ?? character : character
  }

  static func printable(_ code: Int) -> Unicode.Scalar? {
    guard code >= 0x20, !(0x7f...0x9f).contains(code) else { return nil }
    return Unicode.Scalar(UInt32(code))
  }

  private func mouse(final: UInt8) -> Meaning {
    guard count == 3, second > 0, third > 0 else { return .nothing }
    let (column, row) = (second - 1, third - 1)
    // Bits 2 to 4 are modifiers; 5 is motion, 6 the wheel, 7 other buttons.
    return switch (final, first & ~0b11100) {
    case (0x4d, 0): .event(.press(column: column, row: row))
    case (0x4d, 32): .event(.drag(column: column, row: row))
    case (0x6d, 0): .event(.release(column: column, row: row))
    case (0x4d, 64), (0x4d, 65): .event(.wheel(lines: first & 1 == 0 ? -1 : 1))
    default: .nothing
    }
  }
}
