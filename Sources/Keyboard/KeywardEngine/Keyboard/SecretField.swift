/// Text in locked memory, with the rules for the characters that the text accepts.
///
///     let field = SecretField(try SecretText(), Acceptance(longest: 8))
///     field.insert(bytes)    // .accepted, or .rejected with the text unchanged
///
/// All typed text enters through the field, with or without a keyboard, and all of it follows the
/// same rules. The field reports every edit to its keyboard, which may refuse text that no drawn key
/// types, which ends its shift and its dead keys, and which posts the events.
package final class SecretField {
  package internal(set) var text: SecretText
  package var acceptance: Acceptance
  /// What the text lacks of the typed and pasted characters; nil if nothing is missing.
  ///
  /// A deletion and `acceptLoss` end it; further typing does not.
  package private(set) var loss: TextLoss?
  /// True if the only loss is that the layout types nothing with some of the remembered keys.
  private var lacksOnlyKeys = false
  /// True if the person wants the text although it does not have the expected form.
  var isFaultAccepted = false
  var paste: PasteProgress?
  /// The selected bytes of the text, or none at the caret; nil for a caret at the end.
  var selection: Range<Int>?
  /// The keyboard that types into the field; nil for none.
  package weak var keyboard: Keyboard?

  package init(_ text: consuming SecretText, _ acceptance: Acceptance) {
    self.text = text
    self.acceptance = acceptance
  }

  /// Inserts text that no drawn key types: whole UTF-8 characters from locked memory, all or none.
  ///
  /// `press` is the press that typed it; nil if only the character is known.
  package func insert(
    _ bytes: RawSpan, by press: KeyPress? = nil, at time: Double? = nil
  ) -> Outcome {
    guard keyboard?.beginTyping(at: time) ?? true else { return noting(.rejected(.disabled)) }
    let outcome = append(bytes, by: press.map(TextKey.init) ?? keyOfCharacter)
    keyboard?.noteInput(outcome, changed: outcome == .accepted)
    return outcome
  }

  /// Inserts whole UTF-8 characters at the caret, all or none, without a report to the keyboard.
  ///
  /// At the end, the text remembers `key` as the key that typed them.
  func append(_ bytes: RawSpan, by key: TextKey = .none) -> Outcome {
    guard selection == nil else { return replaceSelection(by: bytes) }
    guard bytes.byteCount > 0 else { return .ignored }
    cancelPaste()
    isFaultAccepted = false
    guard acceptance.takesEveryLetter, bytes.byteCount == 1, case 0x20..<0x7f = bytes.byte(0) else {
      return noting(insertStaged(bytes, by: key))
    }
    // A printable ASCII character needs no staging: only the length can be refused.
    if let longest = acceptance.longest, text.characterCount >= longest {
      return noting(.rejected(.tooLong))
    }
    do throws(SecretTextError) { try text.append(bytes) } catch {
      return noting(.rejected(.tooLong))
    }
    remember(key, typing: 1)
    return .accepted
  }

  private func insertStaged(_ bytes: RawSpan, by key: TextKey) -> Outcome {
    text.region.withAccess { () -> Outcome in
      let before = text.byteCount
      text.beginInsertion()
      guard text.stage(bytes) else {
        text.cancelInsertion()
        return .rejected(acceptance.allows(bytes) ? .tooLong : .notAllowed)
      }
      let outcome = takeStaged(ofPaste: false)
      if outcome == .accepted { remember(key, typing: text.byteCount - before) }
      return outcome
    }
  }

  /// Replaces the selected characters, or none at the caret; rejected bytes change nothing.
  private func replaceSelection(by bytes: RawSpan) -> Outcome {
    if let selection, !selection.isEmpty {
      // Check first: a rejected character must not delete the selected ones.
      let room = text.capacity - text.byteCount + selection.count
      guard acceptance.allows(bytes) else { return noting(.rejected(.notAllowed)) }
      guard bytes.byteCount <= room, !isTooLong(bytes, inPlaceOf: selection) else {
        return noting(.rejected(.tooLong))
      }
      removeSelection()
    }
    return atCaret { append(bytes) }
  }

  private func isTooLong(_ bytes: RawSpan, inPlaceOf selection: Range<Int>) -> Bool {
    guard let longest = acceptance.longest else { return false }
    let selected =
      text.characterCount(before: selection.upperBound)
      - text.characterCount(before: selection.lowerBound)
    return text.characterCount - selected + bytes.characterCount > longest
  }

  /// Runs `body`, which appends to the text, and moves what it has appended to the caret.
  private func atCaret(_ body: () -> Outcome) -> Outcome {
    let (before, selected) = (text.byteCount, selection)
    selection = nil
    let outcome = body()
    selection = selected
    guard let caret = selected?.upperBound, text.byteCount > before else { return outcome }
    let count = text.byteCount - before
    text.moveEnd(count, to: caret)
    setSelection(caret + count..<caret + count)
    return outcome
  }

  private func removeSelection() {
    guard let selection, !selection.isEmpty else { return }
    text.remove(selection)
    setSelection(selection.lowerBound..<selection.lowerBound)
  }

  private func setSelection(_ range: Range<Int>) {
    selection = range.lowerBound == text.byteCount ? nil : range
  }

  /// Replaces the text; returns false and empties the field if the rules reject the new text.
  package func fill(_ bytes: RawSpan) -> Bool {
    removeAll()
    defer { loss = nil }
    return append(bytes) == .accepted
  }

  /// Exchanges the text, whose caret is then at its end.
  func exchangeText(with other: inout SecretText) {
    swap(&text, &other)
    (selection, loss, isFaultAccepted) = (nil, nil, false)
  }

  package func removeAll() {
    cancelPaste()
    text.removeAll()
    selection = nil
    loss = nil
    isFaultAccepted = false
  }

  /// Deletes the last grapheme, or the last of the keyboard's pending dead keys.
  package func deleteBackward(at time: Double? = nil) -> Outcome {
    keyboard?.beginEdit(at: time)
    return deleteCharacter()
  }

  func deleteCharacter() -> Outcome {
    if keyboard?.deleteDeadKey() == true { return .accepted }
    if selection != nil { return deleteBeforeCaret { $0.characterStart(before: $1) } }
    return delete { [expected = acceptance.expected] text in
      defer { expected?.trim(&text) }
      return text.removeLastCharacter()
    }
  }

  /// Deletes the last word and the white space after it.
  package func deleteWord(at time: Double? = nil) -> Outcome {
    keyboard?.beginEdit(at: time)
    keyboard?.pending = .start
    text.forgetUnfinishedKeys()
    if selection != nil { return deleteBeforeCaret { $0.wordStart(before: $1) } }
    return delete { [expected = acceptance.expected] text in
      expected?.removeLastGroup(of: &text) ?? text.removeLastWord()
    }
  }

  /// Deletes the selection or, without one, from `start` to the caret.
  private func deleteBeforeCaret(from start: (borrowing SecretText, Int) -> Int) -> Outcome {
    guard let selection else { return .ignored }
    let caret = selection.upperBound
    let first = selection.isEmpty && caret > 0 ? start(text, caret) : selection.lowerBound
    // The host may ask for the caret as soon as the deletion is reported.
    self.selection = first..<first
    defer { setSelection(first..<first) }
    return delete { text in
      text.remove(first..<caret)
      return caret - first
    }
  }

  /// Deletes everything; nothing can then be missing.
  package func deleteAll(at time: Double? = nil) -> Outcome {
    keyboard?.beginEdit(at: time)
    keyboard?.dropPending()
    text.forgetKeys()
    loss = nil
    selection = nil
    return delete { text in
      defer { text.removeAll() }
      return text.byteCount
    }
  }

  /// Calls `body`, which deletes text and returns the number of deleted bytes.
  private func delete(_ body: (inout SecretText) -> Int) -> Outcome {
    isFaultAccepted = false
    let hasDeleted = !text.isEmpty && body(&text) > 0
    if hasDeleted { loss = nil }
    keyboard?.noteDeletion(changed: hasDeleted)
    return hasDeleted ? .accepted : .ignored
  }

  /// Moves the staged bytes into the text if the acceptance rules allow them; otherwise wipes them.
  ///
  /// A paste that is too long is shortened to the maximum length, and may contain tabs. Any other
  /// input that is too long is rejected as a whole.
  func takeStaged(ofPaste isPaste: Bool) -> Outcome {
    let rules = acceptance
    if let expected = rules.expected { return take(asPartOf: expected, ofPaste: isPaste) }
    guard text.withStagedBytes({ rules.allows($0, inPaste: isPaste) }) else {
      return refuse(.notAllowed)
    }
    if rules.isIDCard {
      let start = text.byteCount
      guard text.withStagedBytes({ rules.isIDCard($0, from: start) }) else {
        return refuse(.idCard)
      }
      caseLastLetter()
    }
    guard let count = text.characterCountWithStaged else { return refuse(.notAllowed) }
    let limit = rules.longest ?? count
    if count > limit {
      guard isPaste else { return refuse(.tooLong) }
      text.unstageLast(text.stagedByteCount(after: limit))
    }
    guard text.commitInsertion() else { return .rejected(.notAllowed) }
    return count > limit ? .rejected(.tooLong) : .accepted
  }

  /// Appends the staged characters to a text of an expected form.
  private func take(asPartOf expected: EntryKind, ofPaste isPaste: Bool) -> Outcome {
    let before = text.byteCount
    var reason: RejectionReason?
    let isTaken = text.consumeStaged(adding: expected.longestAddition) { byte, text in
      reason = expected.append(byte, to: &text)
      return reason == nil
    }
    guard !isTaken else { return .accepted }
    let isTooLong = reason == nil || reason == .tooLong
    if !isTooLong || !isPaste { text.truncate(to: before) }
    return .rejected(reason ?? .tooLong)
  }

  private func refuse(_ reason: RejectionReason) -> Outcome {
    text.cancelInsertion()
    return .rejected(reason)
  }

  private func caseLastLetter() {
    let last = text.withStagedBytes { bytes -> UInt8 in
      let end = bytes.byteCount - 1
      return end < 0 ? 0 : bytes.byte(end)
    }
    guard last | 0x20 == 0x78 else { return }
    text.unstageLast(1)
    let letter = acceptance.idCardLetter == .upper ? "X" : "x"
    let isStaged = text.stage(unsafe letter.utf8Span.span.bytes)
    precondition(isStaged, "the letter takes the room of the one before")
  }
}

/// The caret and the selection, in characters.
extension SecretField {
  var selectedCharacters: Range<Int> {
    guard let selection else { return text.characterCount..<text.characterCount }
    return text.characterCount(
      before: selection.lowerBound)..<text.characterCount(before: selection.upperBound)
  }

  /// Selects characters, within the text; a text of a known form is edited only at its end.
  func select(_ range: Range<Int>) {
    guard acceptance.expected == nil, !acceptance.isIDCard else { return }
    cancelPaste()
    let range = range.clamped(to: 0..<text.characterCount)
    let place = text.offset(afterCharacters: range.lowerBound)
    setSelection(place..<text.offset(afterCharacters: range.upperBound))
  }
}

extension SecretField {
  /// Notes that typed or pasted characters are not in the text.
  package func note(_ loss: TextLoss) {
    let isKnown = self.loss == nil || self.loss == loss
    self.loss = isKnown ? loss : .missing
    lacksOnlyKeys = false
  }

  /// Ends the loss: the person wants the text as it is, or the text was replaced.
  package func acceptLoss() { loss = nil }

  /// Notes whether a layout types nothing with some of the remembered keys.
  func noteKeys(areLacking: Bool) {
    if lacksOnlyKeys { loss = nil }
    lacksOnlyKeys = areLacking && loss == nil
    if lacksOnlyKeys { loss = .missing }
  }

  private func noting(_ outcome: Outcome) -> Outcome {
    switch outcome {
    case .accepted, .ignored: break
    case .rejected(.tooLong): note(.cutOff)
    case .rejected: note(.notAllowed)
    }
    return outcome
  }
}

/// The form that the text is expected to have.
extension SecretField {
  /// The fault of the text; nil if it has the expected form, or if the person accepted it.
  ///
  /// It is nil during a paste, too, whose bytes are where the check works.
  package var fault: EntryFault? {
    isFaultAccepted || paste != nil ? nil : acceptance.expected?.fault(of: &text)
  }

  /// Notes that the person wants the text as it is; an edit ends this.
  package func acceptFault() { isFaultAccepted = true }

  /// The complete groups that fail their check; the first group is 1.
  package var faultyGroups: [Int] { acceptance.expected?.faultyGroups(of: text) ?? [] }

  /// The lengths of the groups as they are shown; empty if no form is expected.
  package var groups: [Int] { acceptance.expected?.shownGroups(of: text) ?? [] }

  /// The number of cells in which a complete text is shown; 0 if no form is expected.
  package var shownLength: Int { acceptance.expected?.shownLength ?? 0 }

  /// Gives a text that is handed over its final form.
  package func finish() { acceptance.expected?.finish(&text) }
}

/// What a text lacks of the characters that were typed or pasted into it.
///
/// A text with a loss is not what the person meant to type, so a host should report the loss and let
/// the person decide before it accepts the text.
@nonexhaustive public enum TextLoss: Hashable, Sendable {
  /// Characters at the end, which exceed the maximum length or the capacity.
  case cutOff
  /// Characters that are not accepted, or a whole paste that is not accepted.
  case notAllowed
  /// Any other characters, such as an accent without a letter, or characters of several kinds.
  case missing
}

struct PasteProgress {
  var isTaken: Bool
  var dropped = 0
  /// True if the dropped bytes are only a line break, or if no byte was dropped.
  var droppedLineEnd = true
  var lastDropped: UInt8 = 0
}

extension SecretField {
  /// Begins a paste, which ``endPaste(at:)`` rejects if the keyboard accepts only its drawn keys.
  package func beginPaste(at time: Double? = nil) {
    let isAllowed = keyboard?.beginTyping(at: time) ?? true
    cancelPaste()
    let isTaken =
      switch acceptance.paste {
      case .always: isAllowed
      case .whenEmpty: isAllowed && text.isEmpty
      case .never: false
      }
    paste = PasteProgress(isTaken: isTaken)
    if isTaken {
      removeSelection()
      text.beginInsertion()
    }
  }

  package func paste(_ bytes: RawSpan) {
    guard var progress = paste else { return }
    guard progress.isTaken, text.isInserting else {
      progress.isTaken = false
      paste = progress
      return
    }
    let room = text.capacity - text.byteCount - text.stagedByteCount
    // After a dropped byte, drop all later ones too: the text must have no gap.
    let fitting = progress.dropped > 0 ? 0 : min(room, bytes.byteCount)
    if fitting > 0, !text.stage(bytes.extracting(0..<fitting)) { progress.isTaken = false }
    for index in fitting..<bytes.byteCount {
      let byte = bytes.byte(index)
      let isEnd =
        progress.dropped == 0
        ? byte == 0x0a || byte == 0x0d
        : progress.dropped == 1 && progress.lastDropped == 0x0d && byte == 0x0a
      progress.droppedLineEnd = progress.droppedLineEnd && isEnd
      progress.dropped += 1
      progress.lastDropped = isEnd ? byte : 0
    }
    paste = progress
  }

  /// True if the bytes pasted so far contain a line break before their end.
  package var hasLineBreakInPaste: Bool {
    text.withStagedBytes { bytes in
      let end = bytes.byteCount - Self.lineEndLength(of: bytes)
      return (0..<end).contains { index in
        let byte = bytes.byte(index)
        return byte == 0x0a || byte == 0x0d
      }
    }
  }

  package func endPaste(at time: Double? = nil) -> Outcome {
    keyboard?.beginEdit(at: time)
    guard let progress = paste else { return .ignored }
    paste = nil
    isFaultAccepted = false
    let before = text.byteCount
    let outcome = atCaret { noting(take(progress)) }
    keyboard?.noteInput(outcome, changed: text.byteCount != before)
    return outcome
  }

  private func take(_ progress: PasteProgress) -> Outcome {
    guard progress.isTaken, text.isInserting else {
      text.cancelInsertion()
      return .rejected(.disabled)
    }
    return text.region.withAccess { () -> Outcome in
      finishStaging(progress)
      if text.stagedByteCount == 0 {
        text.cancelInsertion()
        return .ignored
      }
      let taken = takeStaged(ofPaste: true)
      let lost = progress.dropped > 0 && !progress.droppedLineEnd
      return taken == .accepted && lost ? .rejected(.tooLong) : taken
    }
  }

  package func cancelPaste() {
    if paste != nil { note(.missing) }
    paste = nil
    text.cancelInsertion()
  }

  /// Removes a line break at the end of the pasted bytes, or a character that was cut off there.
  private func finishStaging(_ progress: PasteProgress) {
    if progress.dropped == 0 {
      // The last line of a text of several lines keeps its end.
      guard !acceptance.acceptsNewline else { return }
      text.unstageLast(text.withStagedBytes { Self.lineEndLength(of: $0) })
    } else if progress.droppedLineEnd {
      // A carriage return that just fits and the dropped line feed after it are one line break.
      let isSplit =
        progress.lastDropped == 0x0a && progress.dropped == 1
        && text.withStagedBytes { Self.lineEndLength(of: $0) == 1 && Self.byte($0, 1) == 0x0d }
      if isSplit { text.unstageLast(1) }
    } else {
      text.unstageLast(text.withStagedBytes { Self.brokenTailLength(of: $0) })
    }
  }

  private static func byte(_ bytes: RawSpan, _ fromEnd: Int) -> UInt8 {
    let index = bytes.byteCount - fromEnd
    return index < 0 ? 0 : bytes.byte(index)
  }

  private static func lineEndLength(of bytes: RawSpan) -> Int {
    switch (byte(bytes, 2), byte(bytes, 1)) {
    case (0x0d, 0x0a): 2
    case (_, 0x0a), (_, 0x0d): 1
    default: 0
    }
  }

  private static func brokenTailLength(of bytes: RawSpan) -> Int {
    for length in 1...3 {
      let lead = byte(bytes, length)
      if lead & 0xc0 == 0x80 { continue }
      let whole = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
      return whole > length ? length : 0
    }
    return 0
  }
}

/// The result of a press or an edit; it does not reveal the character.
public enum Outcome: Hashable, Sendable {
  /// The input took effect, or will when the key is released.
  case accepted
  /// The input had no effect.
  case ignored
  /// The input was rejected.
  ///
  /// A host should show every reason in the same way. A visible difference would reveal something
  /// about the secret text.
  case rejected(RejectionReason)

  /// True if the input was rejected, for any reason.
  public var isRejected: Bool { if case .rejected = self { true } else { false } }
}

/// The reason for a rejection.
@nonexhaustive public enum RejectionReason: String, Hashable, Sendable {
  /// The text would exceed its maximum length or capacity.
  ///
  /// If the input was a paste, the part that fits has been inserted.
  case tooLong
  /// A character is not allowed, or is a control character.
  case notAllowed
  /// The submitted text is not a valid ID card number, or the input cannot be part of one.
  case idCard
  /// The submitted text does not have the expected form; submitting it again accepts it.
  case fault
  /// A dead key and the next key form no character; both were dropped.
  case noSequence
  /// Return was pressed after a dead key, which was dropped.
  case incomplete
  /// This kind of input is disabled, or return requires text.
  case disabled
}
