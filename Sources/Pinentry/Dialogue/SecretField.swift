import SecureMemory

/// One field a secret is typed into, in locked memory, with its limits.
struct SecretField: ~Copyable {
  /// What became of a paste.
  enum PasteResult: Hashable {
    case taken
    case nothing
    case refused(String)
  }

  private(set) var text: SecretText
  /// The most characters it takes; nil for as many as there is room for.
  let longest: Int?
  private var isPasteTooLong = false
  private var lastOverflow: UInt8 = 0

  init(_ text: consuming SecretText, longest: Int?) {
    self.text = text
    self.longest = longest
  }

  var protection: RegionProtection { text.protection }

  /// Types one scalar; false where it is refused.
  mutating func type(_ bytes: RawSpan) -> Bool {
    let before = text.characterCount
    guard text.append(bytes) else { return false }
    guard let longest, text.characterCount > longest, text.characterCount > before else {
      return true
    }
    text.removeLastCharacter()
    return false
  }

  /// Takes text as it is; false, with the field empty, where it does not fit or has control characters.
  mutating func fill(_ bytes: RawSpan) -> Bool {
    text.removeAll()
    guard !Self.hasControls(bytes), text.append(bytes),
      longest.map({ text.characterCount <= $0 }) ?? true
    else {
      text.removeAll()
      return false
    }
    return true
  }

  mutating func deleteCharacter() -> Bool { text.removeLastCharacter() > 0 }
  mutating func deleteWord() -> Bool { text.removeLastWord() > 0 }

  mutating func deleteAll() -> Bool {
    let hadText = !text.isEmpty
    text.removeAll()
    return hadText
  }

  func isEqual(to other: borrowing SecretField) -> Bool { text.isEqual(to: other.text) }

  // MARK: Paste

  mutating func beginPaste() {
    isPasteTooLong = false
    lastOverflow = 0
    text.beginInsertion()
  }

  /// Stages some bytes; what cannot fit is read on and dropped.
  mutating func paste(_ bytes: RawSpan) {
    guard text.isInserting else { return }
    var start = 0
    if !isPasteTooLong {
      let room = text.capacity - text.byteCount - text.stagedByteCount
      start = min(room, bytes.byteCount)
      if start > 0 { text.stage(bytes.extracting(0..<start)) }
    }
    for offset in start..<bytes.byteCount {
      // A line end that came with the copied line is no overflow.
      let byte = bytes.byte(offset)
      let isEnd =
        !isPasteTooLong
        && (lastOverflow == 0 && (byte == 0x0d || byte == 0x0a)
          || lastOverflow == 0x0d && byte == 0x0a)
      if isEnd { lastOverflow = byte } else { isPasteTooLong = true }
    }
  }

  /// Takes what was staged as a whole, or nothing of it.
  mutating func endPaste() -> PasteResult {
    guard text.isInserting else { return .nothing }
    if lastOverflow != 0x0d { dropLineEnd() } else { dropReturnIfSplit() }
    guard !isPasteTooLong else { return refuse("What was pasted is too long.") }
    guard text.stagedByteCount > 0 else {
      text.cancelInsertion()
      return .nothing
    }
    guard !text.withStagedBytes({ Self.hasControls($0) }) else {
      return refuse("What was pasted has more than one line, or control characters.")
    }
    guard let count = text.characterCountWithStaged else {
      return refuse("What was pasted is not valid text.")
    }
    if let longest, count > longest { return refuse("What was pasted is too long.") }
    return text.commitInsertion() ? .taken : refuse("What was pasted is not valid text.")
  }

  mutating func cancelPaste() {
    text.cancelInsertion()
  }

  private mutating func refuse(_ reason: String) -> PasteResult {
    text.cancelInsertion()
    return .refused(reason)
  }

  /// Takes off CR, LF or CR LF at the end.
  private mutating func dropLineEnd() {
    if lastOverflow == 0x0a {
      dropReturnIfSplit()
      return
    }
    let count = text.withStagedBytes { bytes -> Int in
      let last = bytes.byteCount - 1
      guard last >= 0 else { return 0 }
      switch bytes.byte(last) {
      case 0x0a: return last > 0 && bytes.byte(last - 1) == 0x0d ? 2 : 1
      case 0x0d: return 1
      default: return 0
      }
    }
    text.unstageLast(count)
  }

  /// The CR of a line end whose LF found no room.
  private mutating func dropReturnIfSplit() {
    let isReturn = text.withStagedBytes { bytes in
      bytes.byteCount > 0 && bytes.byte(bytes.byteCount - 1) == 0x0d
    }
    if lastOverflow == 0x0a, isReturn { text.unstageLast(1) }
  }

  private static func hasControls(_ bytes: RawSpan) -> Bool {
    for offset in 0..<bytes.byteCount {
      let byte = bytes.byte(offset)
      if byte < 0x20 || byte == 0x7f { return true }
      // U+0080 to U+009F.
      let isC1 = byte == 0xc2 && offset + 1 < bytes.byteCount && bytes.byte(offset + 1) < 0xa0
      if isC1 { return true }
    }
    return false
  }
}
