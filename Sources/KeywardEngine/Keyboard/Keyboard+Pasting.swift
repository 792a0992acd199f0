extension Keyboard {
  /// Begins a paste; no part of it counts before its end.
  public func beginPaste(at time: Double? = nil) {
    advance(to: time ?? now)
    interruptShift()
    dropPending()
    field.beginPaste(isAllowed: isEnabled && configuration.input != .screen)
  }

  /// Stages some bytes of a paste, cut anywhere; drops those without room.
  public func paste(_ bytes: RawSpan) { field.paste(bytes) }

  /// Ends a paste: drops one line end at its very end, then takes the rest by the rules for typing,
  /// or wipes it all.
  ///
  /// - Parameter time: Seconds; `nil` is the time of the last call.
  /// - Returns: `tooLong` if only a part fitted and was taken.
  @discardableResult
  public func endPaste(at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    let before = text.byteCount
    let outcome = field.endPaste()
    return report(outcome, changed: text.byteCount != before)
  }

  /// Ends a paste without effect, for a dialogue that ends before it.
  public func cancelPaste() { field.cancelPaste() }
}
