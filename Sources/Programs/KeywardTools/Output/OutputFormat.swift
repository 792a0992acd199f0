/// The output formats of commands that can draw a picture.
enum DrawingFormat: String, CaseIterable, Sendable {
  case text, json, svg
}

/// The output formats of commands that produce only text.
enum TextFormat: String, CaseIterable, Sendable {
  case text, json
}

extension String {
  /// Returns the text with blanks appended until it has `width` characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: width - count) }
}
