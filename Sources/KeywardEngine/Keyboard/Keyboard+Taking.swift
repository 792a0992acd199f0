/// Ways for what was typed out of the keyboard.
extension Keyboard {
  /// Takes out what was typed; the keyboard is empty afterwards.
  ///
  /// The text is in a region of its own and may go to another thread, so that a hash is worked out
  /// while the keyboard goes on:
  ///
  ///     let text = try keyboard.takeText()
  ///     worker.check { try hash.matches(text) }
  ///
  /// - Returns: The text.
  /// - Throws: `SecretMemoryError` where there is no memory to be locked; nothing is lost then.
  public func takeText() throws(SecretMemoryError) -> sending SecretText {
    let taken = try copyText()
    cancelPaste()
    dropPending()
    field.removeAll()
    repeating = nil
    postTextChange()
    return taken
  }

  /// Copies what was typed to a region of its own, which another thread may use.
  ///
  /// - Throws: `SecretMemoryError` where there is no memory to be locked.
  package func copyText() throws(SecretMemoryError) -> sending SecretText {
    // From region to region, and not exchanged: the keyboard's may be one of several parts of a
    // region, which one thread uses.
    nonisolated(unsafe) var copy = try SecretText(
      capacity: text.capacity, policy: text.isLocked ? .required : .allowUnlocked)
    text.withBytes { bytes in _ = unsafe copy.append(bytes) }
    return unsafe copy
  }

  /// Takes out what was typed, encrypted, so that it may wait in ordinary memory.
  ///
  /// - Parameter key: The key to open it with again.
  /// - Returns: The sealed text; the keyboard is empty afterwards.
  /// - Throws: `SecretMemoryError` where there is no memory to be locked; nothing is lost then.
  public func sealText(
    under key: borrowing SealingKey
  ) throws(SecretMemoryError) -> SealedSecret {
    try takeText().sealed(under: key)
  }
}
