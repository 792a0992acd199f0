/// The ways to take the typed text out of the keyboard.
extension Keyboard {
  /// Takes the typed text out; the keyboard is empty afterwards.
  ///
  /// The text is in a region of its own and may go to another thread, for instance to compute a
  /// hash while the keyboard goes on:
  ///
  ///     let text = try keyboard.takeText()
  ///     worker.check { try hash.matches(text) }
  ///
  /// - Returns: The text.
  /// - Throws: `SecretMemoryError` if no memory can be locked; nothing is lost then.
  public func takeText() throws(SecretMemoryError) -> sending SecretText {
    let taken = try copyText()
    cancelPaste()
    dropPending()
    field.removeAll()
    repeating = nil
    postTextChange()
    return taken
  }

  /// Copies the typed text to a region of its own, which another thread may use.
  ///
  /// - Throws: `SecretMemoryError` if no memory can be locked.
  package func copyText() throws(SecretMemoryError) -> sending SecretText {
    // A copy, not an exchange: the keyboard's text may be one part of a shared region, which one
    // thread uses.
    nonisolated(unsafe) var copy = try SecretText(
      capacity: text.capacity, policy: text.isLocked ? .required : .allowUnlocked)
    text.withBytes { bytes in _ = unsafe copy.append(bytes) }
    return unsafe copy
  }

  /// Takes the typed text out, encrypted, so that it may wait in ordinary memory.
  ///
  /// - Parameter key: The key to open it with again.
  /// - Returns: The sealed text; the keyboard is empty afterwards.
  /// - Throws: `SecretMemoryError` if no memory can be locked; nothing is lost then.
  public func sealText(
    under key: borrowing SealingKey
  ) throws(SecretMemoryError) -> SealedSecret {
    try takeText().sealed(under: key)
  }
}
