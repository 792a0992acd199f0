extension Keyboard {
  /// Inserts what a hardware keyboard typed: whole UTF-8 characters, from locked memory.
  ///
  /// Hardware characters ignore shift and end upper case for one key. What is refused leaves the text
  /// as it was.
  ///
  /// - Parameters:
  ///   - bytes: Not kept or copied except into the text.
  ///   - time: Seconds; `nil` is the time of the last call.
  /// - Returns: `accepted` if all of them are in the text now.
  @discardableResult
  public func insert(_ bytes: RawSpan, at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    interruptShift()
    guard configuration.input != .screen else { return .rejected(.disabled) }
    return insertBytes(bytes)
  }

  /// Inserts a text that is no secret by itself, as a test or a host that fills a field does.
  @discardableResult
  public func insert(_ text: String, at time: Double? = nil) -> Outcome {
    insert(unsafe text.utf8Span.span.bytes, at: time)
  }

  /// Deletes the last grapheme, as Backspace does.
  @discardableResult
  public func deleteBackward(at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    interruptShift()
    return deleteCharacter()
  }

  /// Deletes the last word with the blanks behind it.
  @discardableResult
  public func deleteWord(at time: Double? = nil) -> Outcome {
    edit(at: time) { $0.removeLastWord() }
  }

  /// Deletes everything.
  @discardableResult
  public func deleteAll(at time: Double? = nil) -> Outcome {
    edit(at: time) { text in
      defer { text.removeAll() }
      return text.byteCount
    }
  }

  private func edit(at time: Double?, _ body: (inout SecretText) -> Int) -> Outcome {
    advance(to: time ?? now)
    interruptShift()
    return changeText(body)
  }

  func deleteCharacter() -> Outcome {
    let outcome = changeText { $0.removeLastCharacter() }
    if text.isEmpty { repeating = nil }
    return outcome
  }

  private func changeText(_ body: (inout SecretText) -> Int) -> Outcome {
    // Shift goes back also where there was nothing: its look must not tell how much was typed.
    defer { endOnce() }
    guard !text.isEmpty, body(&text) > 0 else { return .ignored }
    postTextChange()
    return .accepted
  }

  /// Types what a drawn key says.
  func insertOutput(_ output: String) -> Outcome { insertBytes(unsafe output.utf8Span.span.bytes) }

  private func insertBytes(_ bytes: RawSpan) -> Outcome {
    guard bytes.byteCount > 0 else { return .ignored }
    cancelPaste()
    let outcome = text.protection.withAccess { () -> Outcome in
      text.beginInsertion()
      guard text.stage(bytes) else {
        text.cancelInsertion()
        return .rejected(acceptance.allows(bytes) ? .tooLong : .notAllowed)
      }
      return takeStaged(cutting: false)
    }
    return report(outcome, changed: outcome == .accepted)
  }

  /// Applies the acceptance rules to what is staged; it is in the text afterwards or wiped.
  func takeStaged(cutting: Bool) -> Outcome {
    let rules = acceptance
    guard text.withStagedBytes({ rules.allows($0) }) else { return refuse(.notAllowed) }
    if rules.isIDCard {
      let start = text.byteCount
      guard text.withStagedBytes({ rules.isIDCard($0, from: start) }) else {
        return refuse(.idCard)
      }
      caseLastLetter()
    }
    guard let count = text.characterCountWithStaged else { return refuse(.notAllowed) }
    let limit = configuration.maxLength ?? count
    if count > limit {
      guard cutting else { return refuse(.tooLong) }
      text.unstageLast(text.stagedByteCount(behind: limit))
    }
    guard text.commitInsertion() else { return .rejected(.notAllowed) }
    return count > limit ? .rejected(.tooLong) : .accepted
  }

  private func refuse(_ reason: RejectionReason) -> Outcome {
    text.cancelInsertion()
    return .rejected(reason)
  }

  /// Stores the ID number's last letter in the case of the option.
  private func caseLastLetter() {
    let last = text.withStagedBytes { bytes -> UInt8 in
      let end = bytes.byteCount - 1
      return end < 0 ? 0 : unsafe bytes.unsafeLoad(fromByteOffset: end, as: UInt8.self)
    }
    guard last | 0x20 == 0x78 else { return }
    text.unstageLast(1)
    text.stage(unsafe (configuration.idCardLetter == .upper ? "X" : "x").utf8Span.span.bytes)
  }

  func report(_ outcome: Outcome, changed: Bool) -> Outcome {
    if changed {
      postTextChange()
      reshuffleAfterInput()
    }
    if outcome == .accepted { endOnce() }
    return outcome
  }
}
