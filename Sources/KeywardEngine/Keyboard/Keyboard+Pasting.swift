extension Keyboard {
  /// Begins a paste; nothing of it counts before it has ended.
  public func beginPaste(at time: Double? = nil) {
    advance(to: time ?? now)
    interruptShift()
    dropPending()
    field.beginPaste(isAllowed: isEnabled && configuration.input != .screen)
  }

  /// Stages some bytes of a paste, cut anywhere; what finds no room is dropped.
  public func paste(_ bytes: RawSpan) { field.paste(bytes) }

  /// Ends a paste: one line end at its very end is dropped, the rest is taken by the same rules as
  /// typing, or wiped as a whole.
  ///
  /// - Parameter time: Seconds; `nil` is the time of the last call.
  /// - Returns: `tooLong` if only the part was taken that fits.
  @discardableResult
  public func endPaste(at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    let before = text.byteCount
    let outcome = field.endPaste()
    return report(outcome, changed: text.byteCount != before)
  }

  /// Ends a paste without effect, as when the dialogue ends before it.
  public func cancelPaste() { field.cancelPaste() }
}
