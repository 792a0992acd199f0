/// The formats of a command that can draw a picture.
enum DrawingFormat: String, CaseIterable, Sendable {
  case text, json, svg
}

/// The formats of a command without pictures.
enum TextFormat: String, CaseIterable, Sendable {
  case text, json
}
