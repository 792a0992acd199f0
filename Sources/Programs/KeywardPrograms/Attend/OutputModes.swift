/// The modes and character sets that a program has set on its terminal, such as the alternate
/// screen.
struct OutputModes {
  private enum State: Hashable { case text, escape, designation(place: Int), sequence }

  private struct CharacterSets {
    /// The sequences that designated G0 and G1, without ESC.
    var designated = OutputModes.ascii
    /// The sequence that selected the current character set: SO, LS2 or LS3; empty for SI.
    var shift = ""
  }

  private var sets = CharacterSets()
  /// The character sets that the terminal has saved with the cursor.
  private var savedSets = CharacterSets()
  /// The private modes that differ from a terminal's initial state.
  private var modes: Set<Int> = []
  /// The number of entries on the stack of the kitty keyboard protocol.
  private var keyboards = 0
  private var reportsOtherKeys = false
  private var state = State.text
  private var sequence: [UInt8] = []

  private static let ascii = ["(B", ")B"]
  private static let longestSequence = 64
  /// The modes that are initially off: keys and their reports, the look of the screen, the mouse,
  /// reports of focus, colours and size, bracketed paste and synchronized output.
  private static let offAtFirst: Set = [
    1, 5, 6, 9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2026, 2031, 2048,
  ]
  private static let onAtFirst: Set = [7, 25]
  private static let alternateScreens: Set = [47, 1047, 1049]
  private static let keypad = 66

  /// The sequence that selects ASCII again; empty if ASCII is selected.
  var reset: String { selection.isEmpty ? "" : "\u{f}\u{1b}(B" }

  /// The sequence that switches from ASCII to the program's character sets.
  ///
  /// It is empty if the program itself has ASCII selected.
  var selection: String {
    let sequences = zip(Self.ascii, sets.designated).map { ascii, sequence in
      sequence == ascii ? "" : "\u{1b}" + sequence
    }
    return sequences.joined() + sets.shift
  }

  /// The sequence that resets the modes and character sets; empty in the initial state.
  var end: String {
    var text = reset + sequences(Self.offAtFirst, "l") + sequences(Self.onAtFirst, "h")
    if modes.contains(Self.keypad) { text += "\u{1b}>" }
    if reportsOtherKeys { text += "\u{1b}[>4m" }
    // Each screen has its own keyboard stack.
    let keys = keyboards > 0 ? "\u{1b}[<\(keyboards)u" : ""
    text += keys
    if !modes.isDisjoint(with: Self.alternateScreens) { text += "\u{1b}[?1049l" + keys }
    return text.isEmpty ? "" : text + "\u{1b}[0m"
  }

  /// True if a program uses more than plain keys, as editors do: the alternate screen, the mouse,
  /// bracketed paste or other key codes.
  var takesMoreThanKeys: Bool {
    hasAlternateScreen || keyboards > 0 || reportsOtherKeys
      || !modes.isDisjoint(with: [9, 1000, 1001, 1002, 1003, 2004])
  }

  var hasAlternateScreen: Bool { !modes.isDisjoint(with: Self.alternateScreens) }

  /// The sequence that restores the modes and character sets after `end`.
  ///
  /// If the alternate screen was in use, the sequence also clears it.
  var begin: String {
    var text = hasAlternateScreen ? "\u{1b}[?1049h\u{1b}[2J\u{1b}[H" : ""
    text += sequences(Self.offAtFirst, "h") + sequences(Self.onAtFirst, "l")
    if modes.contains(Self.keypad) { text += "\u{1b}=" }
    if reportsOtherKeys { text += "\u{1b}[>4;2m" }
    return text + String(repeating: "\u{1b}[>1u", count: keyboards) + selection
  }

  private func sequences(_ changeable: Set<Int>, _ final: String) -> String {
    modes.intersection(changeable).sorted().map { "\u{1b}[?\($0)\(final)" }.joined()
  }

  mutating func take(_ output: ArraySlice<UInt8>) {
    for byte in output {
      switch (state, byte) {
      case (_, 0x1b): state = .escape
      // Terminals also carry out control characters inside a sequence.
      case (_, 0x0e): sets.shift = "\u{e}"
      case (_, 0x0f): sets.shift = ""
      case (_, 0x18), (_, 0x1a): state = .text
      case (_, ..<0x20): break
      case (.escape, UInt8(ascii: "[")): (state, sequence) = (.sequence, [])
      case (.sequence, 0x20...0x3f) where sequence.count < Self.longestSequence:
        sequence.append(byte)
      case (.sequence, _):
        state = .text
        endSequence(byte)
      // Sets of several bytes, as in ESC $ B and ESC $ ) C, are those of G0 unless `)` follows.
      case (.escape, UInt8(ascii: "(")), (.escape, UInt8(ascii: "$")):
        (state, sequence) = (.designation(place: 0), [byte])
      case (.escape, UInt8(ascii: ")")): (state, sequence) = (.designation(place: 1), [byte])
      case (.escape, UInt8(ascii: "7")): saveCursor()
      case (.escape, UInt8(ascii: "8")): restoreCursor()
      case (.escape, UInt8(ascii: "c")): self = OutputModes()
      case (.designation, 0x20...0x2f) where sequence.count < Self.longestSequence:
        sequence.append(byte)
        if byte == UInt8(ascii: ")") { state = .designation(place: 1) }
      case (.designation(let place), _):
        if (0x30...0x7e).contains(byte) {
          sets.designated[place] = String(decoding: sequence + [byte], as: UTF8.self)
        }
        state = .text
      case (.escape, _):
        state = .text
        if byte == UInt8(ascii: "=") { modes.insert(Self.keypad) }
        if byte == UInt8(ascii: ">") { modes.remove(Self.keypad) }
        if byte == UInt8(ascii: "n") || byte == UInt8(ascii: "o") {
          sets.shift = "\u{1b}" + String(UnicodeScalar(byte))
        }
      case (.text, _): break
      }
    }
  }

  private mutating func saveCursor() {
    savedSets = sets
    state = .text
  }

  private mutating func restoreCursor() {
    sets = savedSets
    state = .text
  }

  private mutating func endSequence(_ final: UInt8) {
    let numbers = sequence.dropFirst().split(separator: UInt8(ascii: ";")).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    switch (sequence.first, final) {
    case (UInt8(ascii: "?"), UInt8(ascii: "h")): numbers.forEach { switchMode($0, isOn: true) }
    case (UInt8(ascii: "?"), UInt8(ascii: "l")): numbers.forEach { switchMode($0, isOn: false) }
    case (UInt8(ascii: ">"), UInt8(ascii: "u")): keyboards += 1
    case (UInt8(ascii: "<"), UInt8(ascii: "u")):
      keyboards = max(0, keyboards - max(1, numbers.first ?? 1))
    case (UInt8(ascii: ">"), UInt8(ascii: "m")) where numbers.first == 4:
      reportsOtherKeys = numbers.count > 1 && numbers[1] != 0
    case (nil, UInt8(ascii: "s")): saveCursor()
    case (nil, UInt8(ascii: "u")): restoreCursor()
    case (UInt8(ascii: "!"), UInt8(ascii: "p")):
      (sets, savedSets) = (CharacterSets(), CharacterSets())
      modes.subtract([1, 6, 25, Self.keypad])
    default: break
    }
  }

  private mutating func switchMode(_ mode: Int, isOn: Bool) {
    if [1048, 1049].contains(mode) { isOn ? saveCursor() : restoreCursor() }
    if Self.alternateScreens.contains(mode), !isOn {
      modes.subtract(Self.alternateScreens)
    } else if Self.onAtFirst.contains(mode) != isOn {
      if Self.known.contains(mode) { modes.insert(mode) }
    } else {
      modes.remove(mode)
    }
  }

  private static let known = offAtFirst.union(onAtFirst).union(alternateScreens).union([keypad])
}
