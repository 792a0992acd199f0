extension Keyboard {
  /// Inserts text that was typed on a hardware keyboard.
  ///
  /// The keyboard's shift state has no effect on the inserted characters. A successful insertion
  /// turns shift off, unless shift is locked. If the keyboard rejects one of the characters, it
  /// inserts none of them.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8, which must not end inside a character. Pass bytes in locked
  ///     memory; the keyboard copies them into its text and nowhere else.
  ///   - time: Seconds; `nil` is the time of the last call.
  /// - Returns: `accepted` if all characters were inserted.
  public func insert(_ bytes: RawSpan, at time: Double? = nil) -> Outcome {
    field.insert(bytes, at: time)
  }

  /// Types with a key of a hardware keyboard.
  ///
  /// If the keys of the shown keyboard have no positions, those of the shipped `us` keyboard are
  /// used instead.
  package func type(_ press: KeyPress, at time: Double) -> Outcome {
    beginEdit(at: time)
    guard acceptsHardwareInput else {
      field.note(.notAllowed)
      return .rejected(.disabled)
    }
    let outcome = perform(definition.positioned.action(of: press), by: press)
    if outcome == .ignored {
      // Between a dead key and its letter, such a key is not remembered.
      if pending == .start { field.noteNothing(typedBy: press) } else { field.note(.missing) }
    }
    return outcome
  }

  /// Deletes the last grapheme, like Backspace.
  ///
  /// If dead keys are pending, this method instead cancels the last of them and leaves the text
  /// unchanged.
  @discardableResult
  public func deleteBackward(at time: Double? = nil) -> Outcome {
    field.deleteBackward(at: time)
  }

  /// Deletes the last word and any white space after it.
  @discardableResult
  public func deleteWord(at time: Double? = nil) -> Outcome { field.deleteWord(at: time) }

  /// Deletes everything.
  @discardableResult
  public func deleteAll(at time: Double? = nil) -> Outcome { field.deleteAll(at: time) }

  /// Inserts the output of a key; `press` is nil for a key without a position.
  func insertOutput(_ output: String, by press: KeyPress?) -> Outcome {
    // Without a position, dead keys of the same character have none either.
    if press == nil { field.text.forgetUnfinishedKeys() }
    let unknown = definition.hasPositions ? .none : field.keyOfCharacter
    let outcome = field.append(
      unsafe output.utf8Span.span.bytes, by: press.map(TextKey.init) ?? unknown)
    if outcome != .accepted { field.text.forgetUnfinishedKeys() }
    noteInput(outcome, changed: outcome == .accepted)
    return outcome
  }
}

/// The caret, for a host that draws the text or a part of it, such as a note.
///
///     keyboard.moveCaret(to: 0)
///     keyboard.select(0..<keyboard.characterCount)    // what is typed next replaces all
///
/// Positions are numbers of characters. Characters are typed, pasted and deleted at the caret, and
/// moved in locked memory. A text of an expected form, and an ID card number, is edited only at its
/// end.
extension Keyboard {
  /// The number of characters before the caret, which is at the end of a selection.
  public var caret: Int { field.selectedCharacters.upperBound }

  /// The selected characters; empty at the caret if none are.
  public var selectedRange: Range<Int> { field.selectedCharacters }

  /// Moves the caret, and ends a selection.
  ///
  /// - Parameters:
  ///   - place: The number of characters before the caret, limited to those of the text.
  ///   - time: Seconds; `nil` is the time of the last call.
  public func moveCaret(to place: Int, at time: Double? = nil) {
    let place = min(max(place, 0), characterCount)
    select(place..<place, at: time)
  }

  /// Selects characters, which the next typed character replaces, a paste from its beginning.
  ///
  /// - Parameters:
  ///   - range: The characters, limited to those of the text.
  ///   - time: Seconds; `nil` is the time of the last call.
  public func select(_ range: Range<Int>, at time: Double? = nil) {
    beginEdit(at: time)
    dropPending()
    field.select(range)
  }
}

/// The functions that a field calls before and after an edit.
extension Keyboard {
  func beginEdit(at time: Double?) {
    advance(to: time ?? now)
    interruptModifiers()
  }

  /// Begins an edit with text that no drawn key types; returns false if such text is not accepted.
  func beginTyping(at time: Double?) -> Bool {
    beginEdit(at: time)
    guard acceptsHardwareInput else { return false }
    dropPending()
    return true
  }

  private var acceptsHardwareInput: Bool { isEnabled && configuration.input != .screen }

  func noteInput(_ outcome: Outcome, changed: Bool) {
    if changed {
      postTextChange()
      if configuration.reshuffle == .key { reshuffle() }
    }
    if outcome == .accepted { endOnce() }
  }

  func noteDeletion(changed: Bool) {
    if changed { postTextChange() }
    if text.isEmpty { repeating = nil }
    // Shift is reset even if the text is empty, so that the key labels do not reveal an empty text.
    endOnce()
  }

  /// Drops the last pending dead key; returns false if there is none.
  func deleteDeadKey() -> Bool {
    guard pending != .start else { return false }
    pending = deadKeys.back(from: pending)
    field.text.forgetDeadKey()
    return true
  }
}

extension Keyboard: CustomStringConvertible {
  /// The keyboard's name, placement, panel and number of characters, never the text itself.
  ///
  /// Example: `number: docked at 0, 100, 480 x 220, numbers, 4 characters`.
  public var description: String {
    let place = state.isVisible ? state.description : "hidden"
    let length = characterCount == 1 ? "1 character" : "\(characterCount) characters"
    return "\(definition.id): \(place), \(selection), \(length)"
  }
}

extension Keyboard.DrawnItem: CustomStringConvertible {
  /// The item and its frame: `key q at 4, 120, 28 x 44`.
  public var description: String {
    let kind =
      switch part {
      case .key: "key"
      case .toolbar: "toolbar"
      case .alternate: "alternate"
      }
    return "\(kind) \(label.isEmpty ? id : label) at \(frame)"
  }
}

extension Outcome: CustomStringConvertible {
  /// The outcome, with the reason if it is a rejection: `rejected: tooLong`.
  public var description: String {
    switch self {
    case .accepted: "accepted"
    case .ignored: "ignored"
    case .rejected(let reason): "rejected: \(reason.rawValue)"
    }
  }
}

extension KeyboardState: CustomStringConvertible {
  /// The kind and the frame: `docked at 0, 100, 480 x 220`.
  public var description: String { "\(kind.word) at \(frame)" }
}

extension KeyboardEvent: CustomStringConvertible {
  /// The name and its data: `keyboardWillShow 1: 0, 320, 480 x 220 to 0, 100, 480 x 220`,
  /// `textDidChange: 3`.
  public var description: String {
    switch detail {
    case .none: "\(name.rawValue) \(transition): \(begin) to \(end)"
    case .orientation(let orientation): "\(name.rawValue): \(orientation.rawValue)"
    case .panel(let panel): "\(name.rawValue): \(panel)"
    case .layout(let layout): "\(name.rawValue): \(layout)"
    case .shift(let state), .altgr(let state): "\(name.rawValue): \(state.rawValue)"
    case .count(let count): "\(name.rawValue): \(count)"
    }
  }
}

extension Keyboard {
  /// Begins a paste; the text does not change before ``endPaste(at:)``.
  public func beginPaste(at time: Double? = nil) { field.beginPaste(at: time) }

  /// Adds the next bytes of a paste, and drops the bytes that exceed the capacity of the text.
  ///
  /// The bytes may end in the middle of a UTF-8 character. They become part of the text only in
  /// ``endPaste(at:)``.
  public func paste(_ bytes: RawSpan) { field.paste(bytes) }

  /// Ends a paste, and inserts the pasted text if the field accepts all its characters.
  ///
  /// One line break at the end of the pasted text is removed first. Tabs are characters of the text.
  /// If the field does not accept a character, the whole paste is discarded.
  ///
  /// - Returns: `rejected` with the reason `tooLong` if the pasted text was too long. The part that
  ///   fits has then been inserted.
  public func endPaste(at time: Double? = nil) -> Outcome { field.endPaste(at: time) }

  /// Cancels an unfinished paste and wipes its bytes, for example when the prompt closes.
  public func cancelPaste() { field.cancelPaste() }
}
