/// The output formats of commands that can draw a picture.
enum DrawingFormat: String, CaseIterable, Sendable {
  case text, json, svg
}

/// The output formats of commands that produce only text.
enum TextFormat: String, CaseIterable, Sendable {
  case text, json
}

extension String {
  /// The text, followed by blanks up to a number of characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: width - count) }
}
