extension Keyboard {
  /// Inserts the characters of a hardware keyboard: whole UTF-8 characters, from locked memory.
  ///
  /// Hardware characters ignore shift and end upper case for one key. A refusal leaves the text as
  /// it was.
  ///
  /// - Parameters:
  ///   - bytes: The characters; they are copied into the text and nowhere else.
  ///   - time: Seconds; `nil` is the time of the last call.
  /// - Returns: `accepted` if all of them are in the text now.
  @discardableResult
  public func insert(_ bytes: RawSpan, at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    interruptShift()
    guard isEnabled, configuration.input != .screen else { return .rejected(.disabled) }
    dropPending()
    return insertBytes(bytes)
  }

  /// Deletes the last grapheme, like Backspace; a waiting dead key is taken back first.
  @discardableResult
  public func deleteBackward(at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    interruptShift()
    return deleteCharacter()
  }

  /// Deletes the last word with the blanks behind it.
  @discardableResult
  public func deleteWord(at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    interruptShift()
    dropPending()
    return changed(field.delete { $0.removeLastWord() })
  }

  /// Deletes everything.
  @discardableResult
  public func deleteAll(at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    interruptShift()
    dropPending()
    return changed(field.deleteAll())
  }

  func deleteCharacter() -> Outcome {
    if pending != .start {
      pending = deadKeys.back(from: pending)
      return .accepted
    }
    let outcome = changed(field.delete { $0.removeLastCharacter() })
    if text.isEmpty { repeating = nil }
    return outcome
  }

  private func changed(_ outcome: Outcome) -> Outcome {
    if outcome == .accepted { postTextChange() }
    // Shift also goes back on an empty text: its look must not reveal the length.
    endOnce()
    return outcome
  }

  /// Types the output of a drawn key.
  func insertOutput(_ output: String) -> Outcome { insertBytes(unsafe output.utf8Span.span.bytes) }

  private func insertBytes(_ bytes: RawSpan) -> Outcome {
    let outcome = field.insert(bytes)
    return report(outcome, changed: outcome == .accepted)
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
