import KeyboardLayout

/// Keyboards of GNOME's shell: levels of rows of keys, each key a text and the texts of a long
/// press.
enum GNOMEKeyboard {
  static func keyboard(
    _ bytes: [UInt8], _ path: String
  ) throws(LayoutFileErrors) -> ImportedKeyboard {
    var file = YAMLFile(bytes, name: path)
    let root = try TouchImport.root(of: file, path)
    let fields = root.fields ?? []
    guard let levels = fields.first(where: { $0.name == "levels" })?.value.items else {
      file.fault(root, "This is not a keyboard of GNOME: it has no “levels”.")
      throw file.errors ?? TouchImport.fault(path, "It has no “levels”.")
    }
    var pages = levels.map(page)
    guard !pages.isEmpty else { throw TouchImport.fault(path, "This keyboard has no level.") }
    let base = pages.removeFirst()
    var joining: [KeyLevel: TouchRows] = [.plain: base]
    if let shift = pages.firstIndex(where: { $0.name == "shift" }) {
      joining[.shift] = pages.remove(at: shift)
    }
    var joined = try TouchRows.join(joining, path)
    for page in pages { joined.note(page) }
    func text(_ name: String) -> String? { fields.first { $0.name == name }?.value.text }
    return ImportedKeyboard(
      name: "", title: text("name") ?? "", language: text("locale") ?? "und", origin: "",
      keys: joined.keys, losses: joined.losses)
  }

  private static func page(_ level: YAMLFile.Value) -> TouchRows {
    let fields = level.fields ?? []
    let name = fields.first { $0.name == "level" }?.value.text ?? ""
    let rows = fields.first { $0.name == "rows" }?.value.items ?? []
    return TouchRows(
      name: name.isEmpty ? "default" : name,
      rows: rows.map { row in
        TouchRows.Row(line: row.line, keys: (row.items ?? []).compactMap(key))
      }.filter { !$0.keys.isEmpty })
  }

  /// A key: a list of texts, or fields with such a list; `nil` for one that types nothing.
  private static func key(_ value: YAMLFile.Value) -> TouchRows.Key? {
    let strings = value.items ?? value.fields?.first { $0.name == "strings" }?.value.items
    guard let texts = strings?.compactMap(\.text), let first = texts.first else { return nil }
    return TouchRows.Key(text: first, alternates: Array(texts.dropFirst()))
  }
}
