import KeywardEngine

/// A standalone SVG file: plain shapes with attributes, for viewers without style sheets or scripts.
///
///     var file = SVGFile(width: "20", height: "10", title: "A circle")
///     file.elements.append("<circle cx=\"10\" cy=\"5\" r=\"5\"/>")
///     file.closed()     // "<svg xmlns=…"
struct SVGFile {
  private let start: String
  /// The elements after the title, the texts in which must be escaped.
  var elements: [String] = []

  /// Creates a file without elements; `attributes` are those of its first tag beside the size.
  init(
    width: String, height: String, role: String? = nil, title: String, attributes: String = ""
  ) {
    let role = role.map { " role=\"\($0)\"" } ?? ""
    start = """
      <svg xmlns="http://www.w3.org/2000/svg"\(role) width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)"\(attributes)>
      <title>\(title.xmlEscaped)</title>
      """
  }

  func closed() -> String { ([start] + elements).joined(separator: "\n") + "\n</svg>\n" }
}

extension String {
  /// The text with XML's special characters escaped, and U+FFFD for characters that XML forbids.
  var xmlEscaped: String {
    var escaped = ""
    escaped.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default:
        let isRefused = scalar.forbiddenKind != nil || (scalar.value & 0xFFFE) == 0xFFFE
        escaped.unicodeScalars.append(isRefused ? "\u{FFFD}" : scalar)
      }
    }
    return escaped
  }
}
