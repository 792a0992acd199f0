/// A press of a key by its XKB position, with the modifiers that decide what the key types.
package struct KeyPress: Hashable, Sendable {
  package var position: String
  package var level: KeyLevel
  package var capsLock: Bool
  package var numLock: Bool

  package init(
    _ position: String, _ level: KeyLevel = .plain, capsLock: Bool = false, numLock: Bool = false
  ) {
    (self.position, self.level) = (position, level)
    (self.capsLock, self.numLock) = (capsLock, numLock)
  }
}

extension KeyboardDefinition {
  /// Returns the action of a press; `nothing` if the keyboard lacks the position.
  package func action(of press: KeyPress) -> KeyAction {
    if NumberPad.has(press.position) {
      return KeyAction(text(ofPadKey: press.position, at: press.level, numLock: press.numLock))
    }
    guard let key = key(at: press.position) else { return .nothing }
    return press.capsLock ? key.lockedAction(at: press.level) : key.action(at: press.level)
  }

  /// Returns the press that types a character; nil if no key types it, or more than one key.
  ///
  /// If the key types it at several levels, the press has the first of these levels. All keys are
  /// compared with the character, so that the duration does not show which one was found.
  package func press(typing character: RawSpan) -> KeyPress? {
    var found: KeyPress?
    var isAmbiguous = false
    func compare(_ key: Key) {
      let position = key.role == .space ? KeyboardForm.space : key.id
      for level in KeyLevel.allCases where key.output(at: level).hasBytes(of: character) {
        isAmbiguous = isAmbiguous || found.map { $0.position != position } ?? false
        found = found ?? KeyPress(position, level)
      }
    }
    for page in panel(.letters)?.pages ?? [] where page.form != nil {
      for key in page.keys where key.role == .input || key.role == .space { compare(key) }
    }
    for key in undrawnKeys where !NumberPad.has(key.id) { compare(key) }
    return isAmbiguous ? nil : found
  }
}

extension String {
  fileprivate func hasBytes(of other: RawSpan) -> Bool {
    let own = unsafe utf8Span.span.bytes
    guard own.byteCount == other.byteCount, own.byteCount > 0 else { return false }
    var difference: UInt8 = 0
    for index in 0..<own.byteCount { difference |= own.byte(index) ^ other.byte(index) }
    return difference == 0
  }
}

/// The numbers by which a text remembers presses.
extension KeyPress {
  /// The number of the position, 1 to 0x73; 0 if the position is unknown.
  ///
  /// It is the row and the place in it, such as 0x21 for `AC01`.
  package var code: UInt8 {
    if let index = Self.others.firstIndex(of: position) { return 0x40 + UInt8(index) }
    if let index = NumberPad.positions.firstIndex(of: position) { return 0x60 + UInt8(index) }
    let name = Array(position.utf8)
    guard name.count == 4, name[0] == UInt8(ascii: "A"), let number = UInt8(position.suffix(2)),
      (1...15).contains(number), let row = Self.rows.firstIndex(of: name[1])
    else { return 0 }
    return UInt8(row) << 4 + number
  }

  package var modifiers: UInt8 {
    (level.isShifted ? 1 : 0) | (level.isAltGr ? 2 : 0) | (capsLock ? 4 : 0) | (numLock ? 8 : 0)
  }

  /// Creates the press with these numbers; nil if no position has the number `code`.
  package init?(code: UInt8, modifiers: UInt8) {
    let (row, number) = (Int(code >> 4), Int(code & 0xf))
    if code >= 0x60, NumberPad.positions.indices.contains(Int(code) - 0x60) {
      position = NumberPad.positions[Int(code) - 0x60]
    } else if row == 4, Self.others.indices.contains(number) {
      position = Self.others[number]
    } else if Self.rows.indices.contains(row), number > 0 {
      let letter = Character(Unicode.Scalar(Self.rows[row]))
      position = "A\(letter)\(number < 10 ? "0" : "")\(number)"
    } else {
      return nil
    }
    level = KeyLevel(isShifted: modifiers & 1 != 0, isAltGr: modifiers & 2 != 0)
    (capsLock, numLock) = (modifiers & 4 != 0, modifiers & 8 != 0)
  }

  /// The letters of the four rows, from the digits down.
  private static let rows = Array("EDCB".utf8)
  private static let others = ["TLDE", "LSGT", KeyboardForm.space]
}
