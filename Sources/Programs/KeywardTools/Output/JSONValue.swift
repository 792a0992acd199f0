import KeywardEngine

/// A JSON value; the members of an object keep their order.
///
///     (["event": .string("keyboardDidShow"), "local": .bool(true)] as JSONValue).text
///     // {"event":"keyboardDidShow","local":true}
enum JSONValue: ExpressibleByDictionaryLiteral {
  case string(String)
  case number(Double)
  case bool(Bool)
  case null
  case array([JSONValue])
  case object([(String, JSONValue)])

  init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members) }

  static func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }

  var text: String {
    switch self {
    case .string(let value): Self.quoted(value)
    case .number(let value): Self.numeral(value)
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0) + ":" + $1.text }.joined(separator: ",") + "}"
    }
  }

  /// Each member of the outermost object, and each element of a list in it, is on its own line.
  var linesText: String {
    guard case .object(let members) = self else { return text }
    let lines = members.map { name, value in
      "  " + Self.quoted(name) + ": " + value.listText
    }
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

extension KeyboardDefinition {
  /// The output of `keyward layouts show --format json`.
  ///
  /// Its keys are those of the panel of letters, or of the first panel if there is none.
  var json: JSONValue {
    let panel = panel(.letters) ?? panels.first
    let pages = panel?.pages ?? []
    let form = pages.first?.form
    let keys = (form == nil ? pages : Array(pages.prefix(1))).flatMap(\.keys).filter {
      $0.role == .input || $0.role == .space
    }
    return [
      "name": .string(id), "title": .string(title),
      "form": .string((form ?? .compact).rawValue), "keys": .array(keys.map(Self.json)),
      "sequences": .array(deadKeys.sequences.map(Self.json)),
    ]
  }

  private static func json(_ key: Key) -> JSONValue {
    .object(
      [("id", .string(key.id))]
        + KeyLevel.allCases.map { level in
          (level == .altgrShift ? "altgrShift" : level.rawValue, json(key.action(at: level)))
        })
  }

  private static func json(_ action: KeyAction) -> JSONValue {
    switch action {
    case .nothing: .null
    case .insert(let text): .string(text)
    case .dead(let name): ["dead": .string(name)]
    }
  }

  private static func json(_ sequence: DeadKeys.Sequence) -> JSONValue {
    let keys = sequence.keys.map { key in
      if case .dead(let name) = key { name } else { key.text }
    }
    return ["keys": .strings(keys), "text": .string(sequence.text)]
  }
}
