import KeywardEngine

extension Screen {
  /// Shows `buffer` with text that must not leave locked memory, such as a passphrase that was made;
  /// it goes from its region to the terminal by the same write.
  ///
  /// - Parameters:
  ///   - buffer: The cells; those under the text are reserved.
  ///   - cursor: Where the hidden cursor is put.
  ///   - rings: Whether the bell goes with it.
  ///   - secret: The region with the text, composed and harmless.
  ///   - byteCount: The length of the text in bytes.
  ///   - place: The first cell of the text.
  ///   - seconds: How long a terminal is waited for that does not take everything; nil for ever. The
  ///     frame is given up then, and the next one paints everything.
  /// - Returns: How far the frame went; `waiting` only where the terminal has not taken the beginning of
  ///   rows at the cursor, and the frame is to be shown once more.
  package mutating func show(
    _ buffer: CellBuffer, cursor: (column: Int, row: Int), rings: Bool,
    revealing secret: borrowing SecretBuffer, byteCount: Int, at place: (column: Int, row: Int),
    within seconds: Double? = nil
  ) -> Progress {
    show(
      buffer, cursor: cursor, rings: rings, secret: secret,
      at: Reveal(column: place.column, row: place.row, byteCount: byteCount), within: seconds)
  }
}
