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
    guard isEnabled, configuration.input != .screen else { return .rejected(.disabled) }
    dropPending()
    return insertBytes(bytes)
  }

  /// Inserts a text that is no secret by itself, as a test or a host that fills a field does.
  @discardableResult
  public func insert(_ text: String, at time: Double? = nil) -> Outcome {
    insert(unsafe text.utf8Span.span.bytes, at: time)
  }

  /// Deletes the last grapheme, as Backspace does; a dead key that waits is taken back before it.
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
    // Shift goes back also where there was nothing: its look must not tell how much was typed.
    endOnce()
    return outcome
  }

  /// Types what a drawn key says.
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
