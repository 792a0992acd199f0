/// The parameters of a control sequence: `27;5u` → 27, 5.
struct SequenceParameters {
  /// The private marker at the front, `<` `=` `>` `?`, or 0.
  private(set) var marker: UInt8 = 0
  /// The number of parameters, at least 1.
  private(set) var count = 1
  private var values = (0, 0, 0)
  /// The number after a colon in the second parameter: press, repeat or release.
  private var eventKind = 0
  private var hasIntermediates = false

  private static let largest = 1_000_000

  /// Reads the bytes between the introducer and the final byte.
  init(_ body: RawSpan) {
    var isSub = false
    var subs = 0
    for offset in 0..<body.byteCount {
      let byte = body.byte(offset)
      switch byte {
      case 0x30...0x39:
        let digit = Int(byte) - 0x30
        if !isSub {
          add(digit)
        } else if count == 2, subs == 1 {
          eventKind = min(eventKind * 10 + digit, Self.largest)
        }
      case 0x3a:
        isSub = true
        subs += 1
      case 0x3b:
        count += 1
        isSub = false
        subs = 0
      case 0x3c...0x3f where offset == 0: marker = byte
      default: hasIntermediates = true
      }
    }
  }

  var first: Int { values.0 }
  var second: Int { values.1 }
  var third: Int { values.2 }

  /// Whether the sequence has numbers only.
  var isPlain: Bool { marker == 0 && !hasIntermediates }

  private mutating func add(_ digit: Int) {
    switch count {
    case 1: values.0 = min(values.0 * 10 + digit, Self.largest)
    case 2: values.1 = min(values.1 * 10 + digit, Self.largest)
    case 3: values.2 = min(values.2 * 10 + digit, Self.largest)
    default: break
    }
  }

  /// The modifiers in the second parameter.
  private var modifiers: KeyModifiers { KeyModifiers(rawValue: max(0, second - 1)) }

  // MARK: Events

  /// The event of the sequence with this final byte; nil for one without a meaning, such as a
  /// reply.
  func event(final: UInt8) -> InputEvent? {
    if marker == 0x3c, !hasIntermediates { return mouse(final: final) }
    guard isPlain, eventKind != 3 else { return nil }
    switch final {
    case 0x5a: return .key(.backTab, modifiers)  // Z
    case 0x7e:
      if first == 27, count == 3 { return keyboardProtocol(code: third) }
      return TerminalKey(number: first).map { .key($0, modifiers) }
    case 0x75: return keyboardProtocol(code: first)  // u
    case 0x50, 0x51, 0x53:  // P Q S; R would be a report of the cursor's place
      return count == 2 && first == 1 ? .key(.function(Int(final) - 0x4f), modifiers) : nil
    default:
      return TerminalKey(cursor: final).map { .key($0, modifiers) }
    }
  }

  /// The event of a key reported by its code point: the same controls as without the protocol.
  private func keyboardProtocol(code: Int) -> InputEvent? {
    let others = modifiers.intersection(.changing)
    let isEnter = code == 13 || code == 57414
    if isEnter, others == .alt { return .key(.enter, modifiers) }
    guard others.isSubset(of: .control) else { return nil }
    switch code {
    case 9 where modifiers.contains(.shift): return .key(.backTab, modifiers)
    case 9, 13, 27, 127:
      return TerminalKey(control: UInt8(code)).map { .key($0, modifiers) }
    case 57414: return .key(.enter, modifiers)
    case 57417...57420:
      let keys: [TerminalKey] = [.left, .right, .up, .down]
      return .key(keys[code - 57417], modifiers)
    case 0x40...0x7e where others == .control:
      return TerminalKey(control: UInt8(code) & 0x1f).map { .key($0, modifiers) }
    default:
      return nil
    }
  }

  private func mouse(final: UInt8) -> InputEvent? {
    guard count == 3, second > 0, third > 0 else { return nil }
    let (column, row) = (second - 1, third - 1)
    // Bits 2 to 4 are modifiers; 5 says motion, 6 and 7 other buttons.
    switch (final, first & ~0b11100) {
    case (0x4d, 0): return .press(column: column, row: row)
    case (0x4d, 32): return .drag(column: column, row: row)
    case (0x6d, 0): return .release(column: column, row: row)
    default: return nil
    }
  }
}
