import KeywardEngine

extension Screen {
  /// Shows `buffer` with text that must not leave locked memory, such as a made passphrase.
  ///
  /// The text goes from its region to the terminal by the same write.
  ///
  /// - Parameters:
  ///   - buffer: The cells; those under the text are reserved.
  ///   - cursor: The cell of the hidden cursor.
  ///   - rings: Whether the bell rings with it.
  ///   - secret: The region with the text, composed and harmless.
  ///   - byteCount: The length of the text in bytes.
  ///   - place: The first cell of the text.
  ///   - seconds: The time for which the terminal may refuse part of the frame; nil for ever. Then
  ///     the frame is given up, and the next one paints everything.
  /// - Returns: The progress of the frame. `waiting` means that the terminal has not taken the
  ///   beginning of rows at the cursor, so that the frame must be shown once more.
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
