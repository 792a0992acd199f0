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
      if key == .enter, others == .alt { return .event(.key(key, modifiers)) }
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
