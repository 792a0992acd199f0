import KeyboardLayout

/// Keyboards of FUTO's: rows of letters, each a text, a list with the texts of a long press, or
/// fields.
enum FUTOKeyboard {
  static func keyboard(
    _ bytes: [UInt8], _ path: String
  ) throws(LayoutFileErrors) -> ImportedKeyboard {
    var file = YAMLFile(bytes, name: path)
    let root = try TouchImport.root(of: file, path)
    let fields = root.fields ?? []
    func field(_ name: String) -> YAMLFile.Value? { fields.first { $0.name == name }?.value }
    guard let rows = field("rows")?.items else {
      file.fault(root, "This is not a keyboard of FUTO's: it has no “rows”.")
      throw file.errors ?? TouchImport.fault(path, "It has no “rows”.")
    }
    var plain = TouchRows(name: "plain", rows: [])
    var shift = TouchRows(name: "shift", rows: [])
    for row in rows {
      guard let (_, _, value) = row.fields?.first(where: { rowKinds.contains($0.name) }) else {
        file.fault(row, "This row has no “letters”, “numbers” or “bottom”.")
        continue
      }
      let keys = keys(of: value, &file)
      plain.rows.append(TouchRows.Row(line: row.line, keys: keys.map(\.plain)))
      shift.rows.append(TouchRows.Row(line: row.line, keys: keys.map(\.shift)))
    }
    if let errors = file.errors { throw errors }
    let joined = try TouchRows.join([.plain: plain, .shift: shift], path)
    let language = field("languages").flatMap { $0.text ?? $0.items?.first?.text }
    let tag = language?.split(whereSeparator: { ", ".contains($0) }).first.map(String.init)
    return ImportedKeyboard(
      name: "", title: field("name")?.text ?? "",
      language: tag?.split(separator: "_").joined(separator: "-") ?? "und", origin: "",
      keys: joined.keys, losses: joined.losses)
  }

  private static let rowKinds = ["letters", "numbers", "bottom"]

  /// A key without and with shift.
  private typealias Pair = (plain: TouchRows.Key, shift: TouchRows.Key)

  private static func keys(of value: YAMLFile.Value, _ file: inout YAMLFile) -> [Pair] {
    if let text = value.text {
      return TouchImport.words(of: text).compactMap { pair(of: $0) }
    }
    var keys: [Pair] = []
    for item in value.items ?? [] {
      if let key = key(item, &file) { keys.append(key) }
    }
    return keys
  }

  private static func key(_ value: YAMLFile.Value, _ file: inout YAMLFile) -> Pair? {
    if let text = value.text { return pair(of: text) }
    if let items = value.items {
      let texts = items.compactMap { $0.text.map(output) }
      guard var pair = texts.first.flatMap({ pair(of: $0) }) else { return nil }
      pair.plain.alternates = Array(texts.dropFirst())
      return pair
    }
    let fields = value.fields ?? []
    func field(_ name: String) -> YAMLFile.Value? { fields.first { $0.name == name }?.value }
    switch field("type")?.text {
    case "case":
      guard let normal = field("normal").flatMap({ key($0, &file) }) else { return nil }
      let shifted = field("shifted").flatMap { key($0, &file) }
      return (normal.plain, shifted?.plain ?? normal.shift)
    case "base", nil:
      guard let spec = field("spec")?.text, var pair = pair(of: spec) else { break }
      let more = field("moreKeys")
      let listed = more?.text?.split(separator: ",").map(String.init)
      let texts = more?.items?.compactMap(\.text) ?? listed
      pair.plain.alternates = (texts ?? []).map(output)
      return pair
    case "gap", "enterKey", "action", "contextual": return nil
    default: break
    }
    file.fault(value, "This key is of a kind that cannot be imported. Write its text alone.")
    return nil
  }

  /// A key for a text; `nil` for one that types nothing, such as `$shift`.
  private static func pair(of spec: String) -> Pair? {
    if spec == "$space" { return (TouchRows.Key(text: " "), TouchRows.Key(text: " ")) }
    if spec == "$zwnj" { return pair(of: "\u{200C}") }
    if spec.hasPrefix("$"), spec.count > 1 { return nil }
    let text = output(spec)
    return (TouchRows.Key(text: text), TouchRows.Key(text: Key.upperCase(of: text)))
  }

  /// The output of a text for label and output: `´|\u{301}` → the mark.
  private static func output(_ spec: String) -> String {
    // A mark joins the sign before it into one character.
    let scalars = spec.unicodeScalars
    guard scalars.count > 2, let bar = scalars.firstIndex(of: "|"), bar != scalars.startIndex else {
      return spec
    }
    return String(scalars[scalars.index(after: bar)...])
  }
}
