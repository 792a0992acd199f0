import KeyboardLayout

/// Keyboards of Squeekboard: `views` of rows, and `buttons` with the meanings of their words.
///
/// The view `base` becomes the keys, `upper` shift; other views are pages of characters, for which
/// our keyboards have a panel of symbols.
enum Squeekboard {
  static func keyboard(
    _ bytes: [UInt8], _ path: String
  ) throws(LayoutFileErrors) -> ImportedKeyboard {
    var file = YAMLFile(bytes, name: path)
    let root = try TouchImport.root(of: file, path)
    let fields = root.fields ?? []
    guard let views = fields.first(where: { $0.name == "views" })?.value.fields else {
      file.fault(root, "This is not a keyboard of Squeekboard: it has no “views”.")
      throw file.errors ?? TouchImport.fault(path, "It has no “views”.")
    }
    let buttons = buttons(fields.first { $0.name == "buttons" }?.value)
    var pages: [TouchRows] = []
    for view in views {
      let rows = view.value.items ?? []
      pages.append(
        TouchRows(
          name: view.name,
          rows: rows.map { row in
            TouchRows.Row(line: row.line, keys: Self.keys(row.text ?? "", buttons))
          }.filter { !$0.keys.isEmpty }))
    }
    guard let base = pages.first(where: { $0.name == "base" }) else {
      file.fault(root, "This keyboard has no view “base”.")
      throw file.errors ?? TouchImport.fault(path, "It has no view “base”.")
    }
    var levels: [KeyLevel: TouchRows] = [.plain: base]
    levels[.shift] = pages.first { $0.name == "upper" }
    var joined = try TouchRows.join(levels, path)
    for page in pages where page.name != "base" && page.name != "upper" { joined.note(page) }
    return ImportedKeyboard(
      name: "", title: "", language: "und", origin: "", keys: joined.keys, losses: joined.losses)
  }

  /// The meanings of words: a text each; `nil` for a key that types nothing.
  private static func buttons(_ value: YAMLFile.Value?) -> [String: String?] {
    var meanings: [String: String?] = [:]
    for button in value?.fields ?? [] {
      let fields = button.value.fields ?? []
      func field(_ name: String) -> YAMLFile.Value? { fields.first { $0.name == name }?.value }
      if let text = field("text")?.text {
        meanings[button.name] = .some(text)
      } else if field("action") != nil || field("keysym") != nil || field("modifier") != nil {
        meanings[button.name] = .some(nil)
      }
    }
    return meanings
  }

  /// The keys of a row; words that no button describes type themselves.
  private static func keys(_ row: String, _ buttons: [String: String?]) -> [TouchRows.Key] {
    TouchImport.words(of: row).compactMap { word in
      if let meaning = buttons[word] { return meaning.map { TouchRows.Key(text: $0) } }
      if word == "space" { return TouchRows.Key(text: " ") }
      return functions.contains(word) ? nil : TouchRows.Key(text: word)
    }
  }

  /// Words with a meaning that needs no description.
  private static let functions = [
    "Shift_L", "BackSpace", "Return", "preferences", "show_numbers", "show_letters", "show_symbols",
    "show_eschars", "show_numbers_from_symbols",
  ]
}
