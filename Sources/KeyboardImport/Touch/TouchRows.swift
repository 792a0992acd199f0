import KeyboardLayout

/// The rows of a touch keyboard at one level, as in its file.
struct TouchRows {
  /// A key: its text and those of a long press.
  struct Key {
    var text: String
    var alternates: [String] = []
  }

  /// One row, with its line in the file.
  struct Row {
    var line: Int
    /// The keys that type, a space bar among them as a text of one blank.
    var keys: [Key]
  }

  /// The file's name for the level.
  var name: String
  var rows: [Row]

  /// Joins levels into keys.
  ///
  /// - Parameters:
  ///   - levels: the rows of each level; `plain` must be among them.
  ///   - path: the file, for its faults.
  /// - Returns: the rows of keys.
  /// - Throws: `LayoutFileErrors` if two levels differ in the numbers of rows and keys.
  static func join(
    _ levels: [KeyLevel: TouchRows], _ path: String
  ) throws(LayoutFileErrors) -> ImportedRows {
    guard let plain = levels[.plain] else { return ImportedRows() }
    for level in KeyLevel.allCases {
      guard let other = levels[level] else { continue }
      try compare(plain, other, path)
    }
    var joined = ImportedRows()
    for (number, row) in plain.rows.enumerated() {
      var keys: [ImportedKey?] = []
      for (place, key) in row.keys.enumerated() {
        func other(_ level: KeyLevel) -> Key? { levels[level]?.rows[number].keys[place] }
        if key.text == " " {
          keys.append(nil)
          continue
        }
        keys.append(joinKey(key, other, hasShift: levels[.shift] != nil, &joined.losses))
      }
      joined.add(keys)
    }
    return joined
  }

  private static func joinKey(
    _ key: Key, _ other: (KeyLevel) -> Key?, hasShift: Bool, _ losses: inout [ImportLoss]
  ) -> ImportedKey {
    func action(_ text: String, _ level: KeyLevel) -> KeyAction {
      guard let reason = RefusedText(text) else {
        return text.isEmpty ? .nothing : .insert(text)
      }
      losses.append(
        ImportLoss(
          RefusedText.shown(key.text), level.rawValue, "\(reason.sentence), so it is left out",
          isCharacter: reason.isCharacter))
      return .nothing
    }
    var joined = ImportedKey { level in
      switch level {
      case .plain: action(key.text, .plain)
      case .shift:
        action(
          other(.shift)?.text ?? (hasShift ? "" : KeyboardLayout.Key.upperCase(of: key.text)), level
        )
      case .altgr, .altgrShift: action(other(level)?.text ?? "", level)
      }
    }
    let alternates = key.alternates.filter { RefusedText($0) == nil && !$0.isEmpty }
    joined.alternates = Array(alternates.prefix(ImportedRows.mostAlternates))
    for text in alternates.dropFirst(ImportedRows.mostAlternates) {
      losses.append(
        ImportLoss(
          RefusedText.shown(key.text), nil,
          "\(RefusedText.shown(text)) is left out, since a key has at most "
            + "\(ImportedRows.mostAlternates) alternates"))
    }
    return joined
  }

  /// Compares two levels, which must have equally many keys in each row, or it is unknown which
  /// belong together.
  private static func compare(
    _ plain: TouchRows, _ other: TouchRows, _ path: String
  ) throws(LayoutFileErrors) {
    guard plain.rows.count == other.rows.count else {
      throw TouchImport.fault(
        path, line: other.rows.first?.line,
        "“\(other.name)” has \(other.rows.count) rows of keys, but “\(plain.name)” has "
          + "\(plain.rows.count). Give both as many.")
    }
    for (one, two) in zip(plain.rows, other.rows) where one.keys.count != two.keys.count {
      throw TouchImport.fault(
        path, line: two.line,
        "This row of “\(other.name)” has \(two.keys.count) keys, but that of “\(plain.name)” in line "
          + "\(one.line) has \(one.keys.count). Give both as many.")
    }
  }
}

/// Rows of keys, joined from levels.
struct ImportedRows {
  /// The most texts of a long press.
  static let mostAlternates = 16

  var rows: [[ImportedKey]] = []
  /// The keys beside the space bar, before and behind it.
  var beside: (before: [ImportedKey], behind: [ImportedKey]) = ([], [])
  var losses: [ImportLoss] = []

  /// Adds a row; `nil` is the space bar.
  mutating func add(_ row: [ImportedKey?]) {
    guard let space = row.firstIndex(where: { $0 == nil }) else {
      let keys = row.compactMap(\.self)
      if !keys.isEmpty { rows.append(keys) }
      return
    }
    beside.before = row[..<space].compactMap(\.self)
    beside.behind = row[space...].compactMap(\.self)
  }

  /// The actions of all levels and long presses, compared byte by byte.
  private var actions: Set<KeyAction> {
    let keys = rows.joined() + beside.before + beside.behind
    return Set(keys.flatMap { $0.all + $0.alternates.map(KeyAction.insert) })
  }

  /// Notes the texts of another page that this keyboard cannot type.
  mutating func note(_ page: TouchRows) {
    var seen = actions
    for key in page.rows.flatMap(\.keys) {
      for text in [key.text] + key.alternates
      where !text.isEmpty && seen.insert(.insert(text)).inserted {
        guard text.utf8.count > 1 else { continue }
        var loss = ImportLoss(
          nil, page.name, "\(RefusedText.shown(text)) is left out with this page")
        loss.text = text
        losses.append(loss)
      }
    }
  }

  /// The keys in a keyboard's form.
  var keys: ImportedKeys { .rows(rows, before: beside.before, behind: beside.behind) }
}
