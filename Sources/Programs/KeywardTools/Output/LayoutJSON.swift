import KeyboardEngine

/// The text of each key of a keyboard, as `keyward layouts show --format json` prints it.
struct LayoutJSON {
  let keyboard: KeyboardDefinition

  /// The keys of the letters, else of the first panel, and the sequences of its dead keys.
  var value: JSONValue {
    let panel = keyboard.panel(.letters) ?? keyboard.panels.first
    let pages = panel?.pages.map(\.content) ?? []
    let form = pages.first?.form
    let keys = (form == nil ? pages : Array(pages.prefix(1))).flatMap(\.keys).filter {
      $0.role == .input || $0.role == .space
    }
    return .object([
      ("name", .string(keyboard.id)), ("title", .string(keyboard.title)),
      ("form", .string((form ?? .compact).rawValue)), ("keys", .array(keys.map(Self.key))),
      ("sequences", .array(keyboard.deadKeys.sequences.map(Self.sequence))),
    ])
  }

  private static func key(_ key: Key) -> JSONValue {
    .object(
      [("id", .string(key.id))]
        + KeyLevel.allCases.map { level in
          (level == .altgrShift ? "altgrShift" : level.rawValue, action(key.action(at: level)))
        })
  }

  private static func action(_ action: KeyAction) -> JSONValue {
    switch action {
    case .nothing: .null
    case .insert(let text): .string(text)
    case .dead(let name): .object([("dead", .string(name))])
    }
  }

  private static func sequence(_ sequence: DeadKeys.Sequence) -> JSONValue {
    let keys = sequence.keys.map { key -> JSONValue in
      if case .dead(let name) = key { .string(name) } else { .string(key.text) }
    }
    return .object([("keys", .array(keys)), ("text", .string(sequence.text))])
  }
}
