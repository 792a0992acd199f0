/// A JSON value; the members of an object keep their order.
enum JSONValue: ExpressibleByDictionaryLiteral {
  case string(String)
  case number(Double)
  case array([JSONValue])
  case object([(String, JSONValue)])

  init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members) }

  static func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }

  var text: String {
    switch self {
    case .string(let value): Self.quoted(value)
    case .number(let value): Self.numeral(value)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0) + ":" + $1.text }.joined(separator: ",") + "}"
    }
  }

  /// Each member of the outermost object, and each element of a list in it, is on its own line.
  var linesText: String {
    guard case .object(let members) = self else { return text }
    let lines = members.map { name, value in "  " + Self.quoted(name) + ": " + value.listText }
    return "{\n" + lines.joined(separator: ",\n") + "\n}"
  }

  private var listText: String {
    guard case .array(let elements) = self, !elements.isEmpty else { return text }
    return "[\n" + elements.map { "    " + $0.text }.joined(separator: ",\n") + "\n  ]"
  }

  /// The shortest numeral that reads back as `value`: 33.0 → `33`, 4.5 → `4.5`.
  static func numeral(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return String(whole) }
    return value.isFinite ? value.description : "null"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
